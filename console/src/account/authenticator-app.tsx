/** The authenticator app: set up and removed; and new recovery codes. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { attempt } from '../session/attempt.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { EnrolDialog, type Enrolment } from './enrol-dialog.tsx'
import { readAgain } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Asked = 'on' | 'codes'

const SAYS: Record<Asked, { lead: string; button: string }> = {
  on: { lead: t('Enter your password to begin.'), button: t('Continue') },
  codes: { lead: t('The codes you have now will stop working.'), button: t('Create new codes') },
}

/** What the page says of it. */
const LEADS = {
  set: t('Your app is set up. When you sign in with your password, you also enter a code from the app.'),
  passkeys: t(
    'For when you have no passkey with you: sign in with your password and a code from an app on your phone.',
  ),
  none: t(
    'An app on your phone shows a code that you enter after your password, so that nobody can sign in with your password alone.',
  ),
}

/** @param onAdded when it was set up, and its recovery codes were kept */
export function AuthenticatorApp({ onAdded = readAgain }: { onAdded?(): void }) {
  const { user } = useMembership()
  const [asked, setAsked] = useState<Asked>()
  const [removing, setRemoving] = useState(false)
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()

  async function act(what: Asked, password: string): Promise<string | undefined> {
    if (what === 'on') {
      const { data, problem } = await attempt(auth => auth.twoFactor.enable({ password }))
      if (data !== null && 'totpURI' in data) setEnrolment({ uri: data.totpURI, codes: data.backupCodes })
      return problem
    }
    const { data, problem } = await attempt(auth => auth.twoFactor.generateBackupCodes({ password }))
    if (data !== null) setCodes(data.backupCodes)
    return problem
  }

  async function submit(what: Asked, password: string): Promise<string | undefined> {
    const problem = await act(what, password)
    if (problem !== undefined) return problem
    setAsked(undefined)
    if (what !== 'on') readAgain()
    return undefined
  }

  const lead = user.app ? LEADS.set : user.passkeys ? LEADS.passkeys : LEADS.none
  return (
    <Stack>
      <Text size="sm">{lead}</Text>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {asked ? (
        <PasswordAsked
          key={asked}
          {...SAYS[asked]}
          onSubmit={password => submit(asked, password)}
          onCancel={() => setAsked(undefined)}
        />
      ) : (
        <Group>
          {user.app ? (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {t('Remove the app')}
            </Button>
          ) : (
            <Button variant={user.passkeys ? 'default' : 'filled'} onClick={() => setAsked('on')}>
              {t('Set up an authenticator app')}
            </Button>
          )}
          {user.two_factor_enabled && (
            <Button variant="default" onClick={() => setAsked('codes')}>
              {t('Create new recovery codes')}
            </Button>
          )}
        </Group>
      )}
      {removing && <RemoveDialog onClose={() => setRemoving(false)} />}
      {enrolment && <EnrolDialog enrolment={enrolment} onClose={() => setEnrolment(undefined)} onDone={onAdded} />}
    </Stack>
  )
}

function RemoveDialog({ onClose }: { onClose(): void }) {
  const { user } = useMembership()
  return (
    <ConfirmDialog
      action="second_factor.off"
      input={{}}
      title={t('Remove the app?')}
      submit={t('Remove')}
      done={t('The app was removed. You were signed out everywhere else.')}
      onDone={readAgain}
      onClose={onClose}
    >
      <Text size="sm">
        {user.passkeys
          ? t('You will no longer be able to sign in with its codes. Your passkeys and recovery codes will still work.')
          : t('After that, your password alone will be enough to sign in.')}
      </Text>
    </ConfirmDialog>
  )
}

interface PasswordAskedProps {
  lead: string
  button: string
  /** @returns what was wrong */
  onSubmit(password: string): Promise<string | undefined>
  onCancel(): void
}

function PasswordAsked({ lead, button, onSubmit, onCancel }: PasswordAskedProps) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setProblem(await onSubmit(password))
    setBusy(false)
  }
  return (
    <form onSubmit={send}>
      <Stack>
        <Problem>{problem}</Problem>
        <PasswordInput
          label={t('Your password')}
          description={lead}
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <BusyButton type="submit" busy={busy}>
            {button}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
