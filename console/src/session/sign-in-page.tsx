/** Signing in: e-mail and password, then the code of the second factor where there is one. */
import { Anchor, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { Problem } from '../forms/problem.tsx'
import { BusyButton } from '../shell/busy-button.tsx'
import { attempt } from './attempt.ts'
import { FrontPage } from './front-page.tsx'
import { SecondFactor } from './second-factor.tsx'
import { refreshSession } from './session.ts'

export function SignInPage() {
  const [secondFactor, setSecondFactor] = useState(false)
  if (secondFactor) return <SecondFactor onBack={() => setSecondFactor(false)} />
  return <Credentials onSecondFactor={() => setSecondFactor(true)} />
}

function Credentials({ onSecondFactor }: { onSecondFactor(): void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function signIn(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    const { data, problem } = await attempt(auth => auth.signIn.email({ email, password }))
    if (problem === undefined) {
      if (data !== null && 'twoFactorRedirect' in data && data.twoFactorRedirect) return onSecondFactor()
      await refreshSession()
    }
    setBusy(false)
    setProblem(problem)
  }

  return (
    <FrontPage title="Sign in">
      <form onSubmit={signIn} className="stack">
        <Problem>{problem}</Problem>
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <BusyButton type="submit" busy={busy} fullWidth>
          Sign in
        </BusyButton>
        <Anchor component={Link} href="/forgotten" size="sm">
          Forgotten your password?
        </Anchor>
      </form>
    </FrontPage>
  )
}
