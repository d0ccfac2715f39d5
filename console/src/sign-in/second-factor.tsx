/** The second step: a passkey, the code of an authenticator app, or a recovery code. */
import { Anchor, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { attempt } from '../session/attempt.ts'
import { hasPasskeys, signInByPasskey } from '../session/passkey.ts'
import { refreshSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { FrontPage } from './front-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** Which there are. Recovery codes there always are. */
export interface Factors {
  app: boolean
  passkeys: boolean
}

type Way = 'passkey' | 'app' | 'recovery'

const LEADS: Record<Way, string> = {
  passkey: t('Use the passkey on your phone, your computer or your security key.'),
  app: t('Enter the code from your authenticator app.'),
  recovery: t('Enter one of your recovery codes.'),
}

const OTHERS: Record<Way, string> = {
  passkey: t('Use a passkey'),
  app: t('Use the app'),
  recovery: t('Use a recovery code'),
}

export function SecondFactor({ factors, onBack }: { factors: Factors; onBack(): void }) {
  const ways: Way[] = [
    ...(factors.passkeys && hasPasskeys() ? (['passkey'] as const) : []),
    ...(factors.app ? (['app'] as const) : []),
    'recovery',
  ]
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery')
  const [problem, setProblem] = useState<string>()
  const choose = (other: Way): void => {
    setProblem(undefined)
    setWay(other)
  }
  return (
    <FrontPage title={t('Second step')} lead={LEADS[way]}>
      <Stack>
        <Problem>{problem}</Problem>
        {way === 'passkey' ? (
          <PasskeyButton primary use={signInByPasskey} onDone={refreshSession} onProblem={setProblem}>
            {t('Use your passkey')}
          </PasskeyButton>
        ) : (
          <CodeForm key={way} recovery={way === 'recovery'} onProblem={setProblem} />
        )}
        <Group justify="space-between">
          {ways
            .filter(other => other !== way)
            .map(other => (
              <Anchor key={other} component="button" type="button" size="sm" onClick={() => choose(other)}>
                {OTHERS[other]}
              </Anchor>
            ))}
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t('Back')}
          </Anchor>
        </Group>
      </Stack>
    </FrontPage>
  )
}

interface CodeFormProps {
  recovery: boolean
  onProblem(problem: string | undefined): void
}

function CodeForm({ recovery, onProblem }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [trustDevice, setTrustDevice] = useState(false)
  const [busy, setBusy] = useState(false)

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    onProblem(undefined)
    const sent = { code: code.replace(/\s/g, ''), trustDevice }
    const { problem } = await attempt<unknown>(auth =>
      recovery ? auth.twoFactor.verifyBackupCode(sent) : auth.twoFactor.verifyTotp(sent),
    )
    if (problem === undefined) await refreshSession()
    setBusy(false)
    onProblem(problem)
  }

  return (
    <form onSubmit={verify} className="stack">
      <TextInput
        label={recovery ? t('Recovery code') : t('Code')}
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        required
        autoFocus
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
      />
      <Checkbox
        label={t('Do not ask again on this device for a while')}
        checked={trustDevice}
        onChange={event => setTrustDevice(event.currentTarget.checked)}
      />
      <BusyButton type="submit" busy={busy} fullWidth>
        {t('Continue')}
      </BusyButton>
    </form>
  )
}
