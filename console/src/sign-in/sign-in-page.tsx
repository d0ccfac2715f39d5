/** Signing in: with a passkey, or with email and password and then the second factor, where there is one. */
import { Anchor, Divider, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { BusyButton } from '../parts/busy-button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { attempt } from '../session/attempt.ts'
import { useFront } from '../session/front.ts'
import { hasPasskeys, offersPasskeys, signInByPasskey, stopOffering } from '../session/passkey.ts'
import { refreshSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { FrontPage } from './front-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { type Factors, SecondFactor } from './second-factor.tsx'

export function SignInPage() {
  const [factors, setFactors] = useState<Factors>()
  if (factors) return <SecondFactor factors={factors} onBack={() => setFactors(undefined)} />
  return <Credentials onSecondFactor={setFactors} />
}

/** Lets the browser offer passkeys in the field of the address. What comes of it but a sign-in is nothing to tell. */
function useOfferedPasskey(): void {
  useEffect(() => {
    let left = false
    const offer = async (): Promise<void> => {
      if (!(await offersPasskeys()) || left) return
      await signInByPasskey(true)
      await refreshSession()
    }
    offer().catch(() => undefined)
    return () => {
      left = true
      void stopOffering()
    }
  }, [])
}

/** What the server answers where a second step is needed. */
interface SecondStep {
  twoFactorRedirect?: boolean
  twoFactorMethods?: string[]
  passkeys?: boolean
}

/** Told to who comes to a server that nobody has set up: they cannot sign in. */
function FirstOfAll() {
  const { data } = useFront()
  if (!data?.waits) return null
  return (
    <Notice title={t('Nobody has an account yet')} colour="yellow">
      {t('Open the link that the server printed when it was started: it makes your church and your account.')}
    </Notice>
  )
}

function Credentials({ onSecondFactor }: { onSecondFactor(factors: Factors): void }) {
  useOfferedPasskey()
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
      const { twoFactorRedirect, twoFactorMethods, passkeys } = (data ?? {}) as SecondStep
      if (twoFactorRedirect === true) {
        return onSecondFactor({ app: twoFactorMethods?.includes('totp') === true, passkeys: passkeys === true })
      }
      await refreshSession()
    }
    setBusy(false)
    setProblem(problem)
  }

  return (
    <FrontPage title={t('Sign in')}>
      <FirstOfAll />
      <form onSubmit={signIn} className="stack">
        <Problem>{problem}</Problem>
        <TextInput
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          autoFocus
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <BusyButton type="submit" busy={busy} fullWidth>
          {t('Sign in')}
        </BusyButton>
        <Anchor component={Link} href="/forgotten" size="sm">
          {t('Forgotten your password?')}
        </Anchor>
        {hasPasskeys() && (
          <>
            <Divider label={t('or')} />
            <PasskeyButton use={signInByPasskey} onDone={refreshSession} onProblem={setProblem}>
              {t('Sign in with a passkey')}
            </PasskeyButton>
          </>
        )}
      </form>
    </FrontPage>
  )
}
