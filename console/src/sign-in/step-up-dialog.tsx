/** Asks for the password or a passkey before what matters most; then the request that waited is sent again. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { own } from '../api/addresses.ts'
import { reasonOf } from '../api/refusal.ts'
import { request } from '../api/request.ts'
import { onConfirmIdentity } from '../api/step-up.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { confirmByPasskey, hasPasskeys } from '../session/passkey.ts'
import { t } from '../texts/t.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** Above the dialog whose request waits. */
const ABOVE_DIALOGS = 300

export function StepUpDialog() {
  const { user } = useMembership()
  const answer = useRef<(confirmed: boolean) => void>(undefined)
  const [opened, setOpened] = useState(false)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    onConfirmIdentity(() => {
      setOpened(true)
      return new Promise(resolve => {
        answer.current = resolve
      })
    })
  }, [])

  function close(confirmed: boolean): void {
    answer.current?.(confirmed)
    setOpened(false)
    setPassword('')
    setProblem(undefined)
  }

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      await request(own('POST /step-up'), { body: { password } })
      close(true)
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }

  return (
    <Dialog opened={opened} onClose={() => close(false)} title={t('Confirm it is you')} zIndex={ABOVE_DIALOGS}>
      <form onSubmit={confirm}>
        <Stack>
          <Text size="sm">
            {t('This change is sensitive, so please confirm that it is you. Nothing you typed will be lost.')}
          </Text>
          {user.passkeys && hasPasskeys() && (
            <PasskeyButton primary use={confirmByPasskey} onDone={() => close(true)} onProblem={setProblem}>
              {t('Use a passkey')}
            </PasskeyButton>
          )}
          <PasswordInput
            label={t('Password')}
            autoComplete="current-password"
            required
            data-autofocus
            value={password}
            error={problem}
            onChange={event => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => close(false)}>
              {t('Cancel')}
            </Button>
            <BusyButton type="submit" busy={busy}>
              {t('Continue')}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
