/** A forgotten password: asks for the mail with the link to `/reset`. */
import { Anchor, Code, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { attempt } from '../session/attempt.ts'
import { useFront } from '../session/front.ts'
import { t } from '../texts/t.ts'
import { FrontPage } from './front-page.tsx'

export function ForgottenPage() {
  const front = useFront()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function ask(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    const { problem } = await attempt<unknown>(auth => auth.requestPasswordReset({ email, redirectTo: '/reset' }))
    setBusy(false)
    setProblem(problem)
    setSent(problem === undefined)
  }

  const back = (
    <Anchor component={Link} href="/" size="sm">
      {t('Back to sign-in')}
    </Anchor>
  )
  if (front.data?.mails === false) {
    return (
      <FrontPage
        title={t('Forgotten password')}
        lead={t('This server sends no email, so it cannot mail you a link. Ask whoever runs it to make one for you:')}
      >
        <Code block style={{ whiteSpace: 'pre-wrap' }}>
          {t('npx sexton user password-link YOUR-EMAIL')}
        </Code>
        {back}
      </FrontPage>
    )
  }
  if (sent) {
    return (
      <FrontPage title={t('Check your email')}>
        <Text role="status">
          {t('If {email} has an account, a link to set a new password is on its way. It can take a few minutes.', {
            email,
          })}
        </Text>
        {back}
      </FrontPage>
    )
  }
  return (
    <FrontPage title={t('Forgotten password')} lead={t('We will email you a link to set a new one.')}>
      <form onSubmit={ask} className="stack">
        <Problem>{problem}</Problem>
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <BusyButton type="submit" busy={busy} fullWidth>
          {t('Send link')}
        </BusyButton>
        {back}
      </form>
    </FrontPage>
  )
}
