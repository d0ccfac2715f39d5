/** Joining by the first-run link or an invitation. */
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { InvitationShown } from '../../../src/console/answers.ts'
import { own } from '../api/addresses.ts'
import { Refusal, reasonOf } from '../api/refusal.ts'
import { request } from '../api/request.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { refreshSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { FrontPage } from './front-page.tsx'
import { NewPassword, type PasswordFieldProps } from './new-password.tsx'

export function JoinPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const invitation = useQuery({
    queryKey: ['join', token],
    queryFn: async () => (await request(own('GET /join', { token }))).data,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (invitation.data) return <JoinForm token={token} invitation={invitation.data} />
  if (token === '' || (invitation.error instanceof Refusal && invitation.error.status === 404)) {
    return (
      <FrontPage
        title={t('This link does not work')}
        lead={t('It has expired or was already used. Ask for a new invitation.')}
      >
        <Anchor component={Link} href="/">
          {t('Sign in')}
        </Anchor>
      </FrontPage>
    )
  }
  if (!invitation.isError) return <Waiting />
  return (
    <FrontPage title={t('Could not load this')}>
      <Problem>{reasonOf(invitation.error)}</Problem>
      <Button onClick={() => invitation.refetch()}>{t('Try again')}</Button>
    </FrontPage>
  )
}

function JoinForm({ token, invitation }: { token: string; invitation: InvitationShown }) {
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [email, setEmail] = useState(invitation.email ?? '')
  const [password, setPassword] = useState('')
  const join = useMutation({
    mutationFn: () => request(own('POST /join'), { body: { token, name, email, password } }),
    onSuccess: async () => {
      await refreshSession()
      navigate('/', { replace: true })
    },
  })
  const { beside } = sortErrors(join.error, ['name', 'email', 'password'])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    join.mutate()
  }
  const church = invitation.church.name
  return (
    <FrontPage
      title={invitation.first ? t('Set up {church}', { church }) : t('Join {church}', { church })}
      lead={leadOf(invitation, church)}
    >
      <form onSubmit={submit} className="stack">
        <Problem>{join.error && Object.keys(beside).length === 0 && reasonOf(join.error)}</Problem>
        {!invitation.known && (
          <TextInput
            label={t('Your name')}
            autoComplete="name"
            required
            autoFocus
            value={name}
            error={beside.name}
            onChange={event => setName(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          required
          readOnly={invitation.email !== null}
          value={email}
          error={beside.email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        {invitation.known ? (
          <KnownPassword value={password} error={beside.password} onChange={setPassword} />
        ) : (
          <NewPassword
            label={invitation.known === null ? t('Password') : t('New password')}
            value={password}
            error={beside.password}
            onChange={setPassword}
          />
        )}
        <BusyButton type="submit" busy={join.isPending} fullWidth>
          {t('Join')}
        </BusyButton>
      </form>
    </FrontPage>
  )
}

function leadOf({ first, known }: InvitationShown, church: string): string {
  const why = first ? t('You will be the first owner.') : t('You were invited to {church}.', { church })
  if (first || known === null) {
    return `${why} ${t('If you already have an account, join with its email address and password.')}`
  }
  return known ? `${why} ${t('You already have an account: join with its password.')}` : why
}

/** The password of an account that is there already. */
function KnownPassword({ value, error, onChange }: PasswordFieldProps) {
  return (
    <>
      <PasswordInput
        label={t('Your password')}
        autoComplete="current-password"
        required
        autoFocus
        value={value}
        error={error}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <Anchor component={Link} href="/forgotten" size="sm">
        {t('Forgotten your password?')}
      </Anchor>
    </>
  )
}
