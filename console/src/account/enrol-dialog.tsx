/** Sets up an authenticator app: the QR code, the first code of the app, the recovery codes. */
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../parts/busy-button.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { attempt } from '../session/attempt.ts'
import { t } from '../texts/t.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** An authenticator app that is being set up. */
export interface Enrolment {
  /** What the QR code holds. */
  uri: string
  /** None where there are recovery codes already, which stay. */
  codes: string[]
}

interface EnrolDialogProps {
  enrolment: Enrolment
  onClose(): void
  /** When the app is set up, and the recovery codes were kept. */
  onDone(): void
}

export function EnrolDialog({ enrolment, onClose, onDone }: EnrolDialogProps) {
  const [verified, setVerified] = useState(false)
  function finish(): void {
    onClose()
    onDone()
  }
  return (
    <Dialog
      opened
      onClose={verified ? finish : onClose}
      title={verified ? t('Save your recovery codes') : t('Set up an authenticator app')}
      closeOnClickOutside={false}
    >
      {verified ? (
        <RecoveryCodes codes={enrolment.codes} onDone={finish} />
      ) : (
        <FirstCode uri={enrolment.uri} onVerified={enrolment.codes.length > 0 ? () => setVerified(true) : finish} />
      )}
    </Dialog>
  )
}

function FirstCode({ uri, onVerified }: { uri: string; onVerified(): void }) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const secret = new URL(uri).searchParams.get('secret') ?? ''

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    const { problem } = await attempt<unknown>(auth => auth.twoFactor.verifyTotp({ code: code.replace(/\s/g, '') }))
    setBusy(false)
    setProblem(problem)
    if (problem === undefined) onVerified()
  }

  return (
    <form onSubmit={verify}>
      <Stack>
        <Text size="sm">{t('Scan this with an authenticator app on your phone, then enter the code it shows.')}</Text>
        <Group justify="center">
          <QrCode text={uri} label={t('QR code for the authenticator app')} />
        </Group>
        <CopyText label={t('Or type this key into the app')} value={secret} />
        <Problem>{problem}</Problem>
        <TextInput
          label={t('Code from the app')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <BusyButton type="submit" busy={busy}>
            {t('Turn on')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
