/** The second factor: the code of an authenticator, or a recovery code. */
import { Anchor, Checkbox, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Problem } from '../forms/problem.tsx'
import { BusyButton } from '../shell/busy-button.tsx'
import { attempt } from './attempt.ts'
import { FrontPage } from './front-page.tsx'
import { refreshSession } from './session.ts'

export function SecondFactor({ onBack }: { onBack(): void }) {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [trustDevice, setTrustDevice] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    const sent = { code: code.replace(/\s/g, ''), trustDevice }
    const { problem } = await attempt<unknown>(auth =>
      recovery ? auth.twoFactor.verifyBackupCode(sent) : auth.twoFactor.verifyTotp(sent),
    )
    if (problem === undefined) await refreshSession()
    setBusy(false)
    setProblem(problem)
  }

  const lead = recovery ? 'Enter one of your recovery codes.' : 'Enter the code that your authenticator app shows.'
  return (
    <FrontPage title="Second step" lead={lead}>
      <form onSubmit={verify} className="stack">
        <Problem>{problem}</Problem>
        <TextInput
          key={String(recovery)}
          label={recovery ? 'Recovery code' : 'Code'}
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          required
          autoFocus
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Checkbox
          label="Do not ask on this device for a while"
          checked={trustDevice}
          onChange={event => setTrustDevice(event.currentTarget.checked)}
        />
        <BusyButton type="submit" busy={busy} fullWidth>
          Continue
        </BusyButton>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={() => setRecovery(!recovery)}>
            {recovery ? 'Use the app' : 'Use a recovery code'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back
          </Anchor>
        </Group>
      </form>
    </FrontPage>
  )
}
