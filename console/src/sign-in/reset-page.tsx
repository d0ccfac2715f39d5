/** Sets a new password, with the token of the link that was mailed. */
import { Anchor, Button, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { attempt } from '../session/attempt.ts'
import { t } from '../texts/t.ts'
import { FrontPage } from './front-page.tsx'
import { NewPassword } from './new-password.tsx'

export function ResetPage() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const [done, setDone] = useState(false)
  if (done) {
    return (
      <FrontPage title={t('Password changed')}>
        <Text role="status">{t('Your new password is set. You can sign in with it now.')}</Text>
        <Button component={Link} href="/">
          {t('Sign in')}
        </Button>
      </FrontPage>
    )
  }
  if (token === null || search.has('error')) {
    return (
      <FrontPage title={t('This link does not work')} lead={t('It has expired or was already used.')}>
        <Anchor component={Link} href="/forgotten">
          {t('Ask for a new link')}
        </Anchor>
      </FrontPage>
    )
  }
  return <ResetForm token={token} onDone={() => setDone(true)} />
}

function ResetForm({ token, onDone }: { token: string; onDone(): void }) {
  const [newPassword, setNewPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function reset(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    const { problem } = await attempt<unknown>(auth => auth.resetPassword({ newPassword, token }))
    setBusy(false)
    setProblem(problem)
    if (problem === undefined) onDone()
  }

  return (
    <FrontPage title={t('Set a new password')}>
      <form onSubmit={reset} className="stack">
        <Problem>{problem}</Problem>
        <NewPassword value={newPassword} onChange={setNewPassword} />
        <BusyButton type="submit" busy={busy} fullWidth>
          {t('Set password')}
        </BusyButton>
      </form>
    </FrontPage>
  )
}
