/** The second factor: set up with an authenticator app, switched off, new recovery codes. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { Problem } from '../forms/problem.tsx'
import { attempt } from '../session/attempt.ts'
import { useMembership } from '../session/membership.tsx'
import { BusyButton } from '../shell/busy-button.tsx'
import { EnrolDialog, type Enrolment } from './enrol-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Asked = 'on' | 'off' | 'codes'

const SAYS: Record<Asked, { lead: string; button: string }> = {
  on: { lead: 'Give your password to begin.', button: 'Continue' },
  off: { lead: 'From then on your password alone is enough to sign in.', button: 'Switch off' },
  codes: { lead: 'The codes you have now no longer work then.', button: 'Make new codes' },
}

export function SecondFactorSettings() {
  const { user } = useMembership()
  const [asked, setAsked] = useState<Asked>()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()

  async function act(what: Asked, password: string): Promise<string | undefined> {
    if (what === 'on') {
      const { data, problem } = await attempt(auth => auth.twoFactor.enable({ password }))
      if (data !== null && 'totpURI' in data) setEnrolment({ uri: data.totpURI, codes: data.backupCodes })
      return problem
    }
    if (what === 'codes') {
      const { data, problem } = await attempt(auth => auth.twoFactor.generateBackupCodes({ password }))
      if (data !== null) setCodes(data.backupCodes)
      return problem
    }
    const { problem } = await attempt<unknown>(auth => auth.twoFactor.disable({ password }))
    if (problem === undefined) notifications.show({ message: 'The second factor is off.' })
    return problem
  }

  async function submit(what: Asked, password: string): Promise<string | undefined> {
    const problem = await act(what, password)
    if (problem !== undefined) return problem
    setAsked(undefined)
    if (what !== 'on') await queryClient.invalidateQueries()
    return undefined
  }

  return (
    <Stack>
      <Text size="sm">
        {user.two_factor_enabled
          ? 'It is on: signing in takes your password and a code of your authenticator app.'
          : 'It is off. With it, somebody who learns your password still cannot sign in: a code of an app on your phone is needed, too.'}
      </Text>
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
          {user.two_factor_enabled ? (
            <>
              <Button variant="default" onClick={() => setAsked('codes')}>
                New recovery codes
              </Button>
              <Button variant="default" onClick={() => setAsked('off')}>
                Switch off the second factor
              </Button>
            </>
          ) : (
            <Button onClick={() => setAsked('on')}>Set up a second factor</Button>
          )}
        </Group>
      )}
      {enrolment && <EnrolDialog enrolment={enrolment} onClose={() => setEnrolment(undefined)} />}
    </Stack>
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
          label="Your password"
          description={lead}
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={busy}>
            {button}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
