/** Which page an address shows: those for everyone, those of a church, the sign-in for who has no session. */
import { Anchor, Button, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, Redirect, Route, Switch } from 'wouter'
import { reasonOf, Unreachable } from './api/refusal.ts'
import { ChurchPages } from './church-pages.tsx'
import { Problem } from './parts/problem.tsx'
import { Waiting } from './parts/waiting.tsx'
import { churchPath, MembershipProvider } from './session/membership.tsx'
import { refreshSession, type Session, useSession } from './session/session.ts'
import { FrontPage } from './sign-in/front-page.tsx'
import { OfflinePage } from './sign-in/offline-page.tsx'
import { StepUpDialog } from './sign-in/step-up-dialog.tsx'
import { t } from './texts/t.ts'

const SignInPage = lazy(async () => ({ default: (await import('./sign-in/sign-in-page.tsx')).SignInPage }))
const ForgottenPage = lazy(async () => ({ default: (await import('./sign-in/forgotten-page.tsx')).ForgottenPage }))
const ResetPage = lazy(async () => ({ default: (await import('./sign-in/reset-page.tsx')).ResetPage }))
const FactorWantedPage = lazy(async () => ({
  default: (await import('./account/factor-wanted-page.tsx')).FactorWantedPage,
}))
const ClosedPage = lazy(async () => ({ default: (await import('./settings/closed-page.tsx')).ClosedPage }))
const StartPage = lazy(async () => ({ default: (await import('./sign-in/start-page.tsx')).StartPage }))
const JoinPage = lazy(async () => ({ default: (await import('./sign-in/join-page.tsx')).JoinPage }))

export function App() {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/forgotten" component={ForgottenPage} />
        <Route path="/reset" component={ResetPage} />
        <Route path="/join" component={JoinPage} />
        <Route path="/start" component={StartPage} />
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Suspense>
  )
}

function SignedIn() {
  const session = useSession()
  if (session.data === null) return <SignInPage />
  if (session.data) return <Churches session={session.data} />
  if (!session.isError) return <Waiting />
  if (session.error instanceof Unreachable) return <OfflinePage onRetry={session.refetch} />
  return (
    <FrontPage title={t('Could not load this')}>
      <Problem>{reasonOf(session.error)}</Problem>
      <Button onClick={() => session.refetch()}>{t('Try again')}</Button>
    </FrontPage>
  )
}

function Churches({ session }: { session: Session }) {
  const { memberships } = session
  const [only] = memberships
  return (
    <Switch>
      <Route path="/c/:slug/*?">
        {({ slug }) => {
          const membership = memberships.find(one => one.church.slug === slug)
          if (membership === undefined) return <ChooseChurch memberships={memberships} />
          return (
            <MembershipProvider key={slug} session={session} membership={membership}>
              <FactorFirst wanted={membership.wants_factor}>
                {membership.closing ? <ClosedPage closing={membership.closing} /> : <ChurchPages />}
              </FactorFirst>
              <StepUpDialog />
            </MembershipProvider>
          )
        }}
      </Route>
      <Route>
        {only && memberships.length === 1 ? (
          <Redirect to={churchPath(only.church.slug)} replace />
        ) : (
          <ChooseChurch memberships={memberships} />
        )}
      </Route>
    </Switch>
  )
}

/** The pages of a church that waits for a second factor. The recovery codes that come with it are shown to the end. */
function FactorFirst({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [waiting, setWaiting] = useState(wanted)
  if (wanted && !waiting) setWaiting(true)
  if (!waiting) return children
  return <FactorWantedPage onDone={() => void refreshSession().then(() => setWaiting(false))} />
}

function ChooseChurch({ memberships }: { memberships: Session['memberships'] }) {
  if (memberships.length === 0) {
    return (
      <FrontPage
        title={t('No church yet')}
        lead={t('Your account is not linked to a church yet. Ask an owner of your church to invite you.')}
      >
        {null}
      </FrontPage>
    )
  }
  return (
    <FrontPage title={t('Choose a church')}>
      <Stack component="nav" aria-label={t('Your churches')} gap="xs">
        {memberships.map(({ church }) => (
          <Anchor key={church.id} component={Link} href={churchPath(church.slug)}>
            {church.name}
          </Anchor>
        ))}
      </Stack>
    </FrontPage>
  )
}
