/** The pages of a church, each loaded when it is first shown. */
import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useMembership } from './session/membership.tsx'
import { FailureBoundary } from './shell/failure-boundary.tsx'
import { navigationFor } from './shell/navigation.ts'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { Waiting } from './shell/waiting.tsx'

type Load = () => Promise<{ default: ComponentType }>

/** Address within the church, what one needs to see it, the page. The first that fits is shown. */
const PAGES: readonly [path: string, permission: string, load: Load][] = [
  ['/people', 'people:read', async () => ({ default: (await import('./people/people-page.tsx')).PeoplePage })],
  [
    '/people/new',
    'people:write',
    async () => ({ default: (await import('./people/new-person-page.tsx')).NewPersonPage }),
  ],
  [
    '/people/duplicates',
    'duplicates',
    async () => ({ default: (await import('./people/duplicates-page.tsx')).DuplicatesPage }),
  ],
  ['/people/merge', 'people.merge', async () => ({ default: (await import('./people/merge-page.tsx')).MergePage })],
  ['/people/:id', 'people:read', async () => ({ default: (await import('./people/person-page.tsx')).PersonPage })],
  [
    '/people/:id/edit',
    'people:write',
    async () => ({ default: (await import('./people/edit-person-page.tsx')).EditPersonPage }),
  ],
  [
    '/families',
    'families:read',
    async () => ({ default: (await import('./families/families-page.tsx')).FamiliesPage }),
  ],
  [
    '/families/new',
    'families:write',
    async () => ({ default: (await import('./families/new-family-page.tsx')).NewFamilyPage }),
  ],
  [
    '/families/:id',
    'families:read',
    async () => ({ default: (await import('./families/family-page.tsx')).FamilyPage }),
  ],
  [
    '/branches',
    'branches:read',
    async () => ({ default: (await import('./branches/branches-page.tsx')).BranchesPage }),
  ],
  [
    '/contributions',
    'contributions:read',
    async () => ({ default: (await import('./giving/contributions-page.tsx')).ContributionsPage }),
  ],
  [
    '/contributions/new',
    'contributions:write',
    async () => ({ default: (await import('./giving/record-gifts-page.tsx')).RecordGiftsPage }),
  ],
  [
    '/contributions/:id',
    'contributions:read',
    async () => ({ default: (await import('./giving/contribution-page.tsx')).ContributionPage }),
  ],
  ['/funds', 'funds:read', async () => ({ default: (await import('./giving/funds-page.tsx')).FundsPage })],
  [
    '/messages',
    'messages:read',
    async () => ({ default: (await import('./messages/messages-page.tsx')).MessagesPage }),
  ],
  [
    '/messages/new',
    'messages:write',
    async () => ({ default: (await import('./messages/new-message-page.tsx')).NewMessagePage }),
  ],
  [
    '/prayer_requests',
    'prayer_requests:read',
    async () => ({ default: (await import('./prayer/prayer-requests-page.tsx')).PrayerRequestsPage }),
  ],
  [
    '/prayer_requests/new',
    'prayer_requests:write',
    async () => ({ default: (await import('./prayer/new-prayer-request-page.tsx')).NewPrayerRequestPage }),
  ],
  [
    '/prayer_requests/:id',
    'prayer_requests:read',
    async () => ({ default: (await import('./prayer/prayer-request-page.tsx')).PrayerRequestPage }),
  ],
  ['/sermons', 'sermons:read', async () => ({ default: (await import('./sermons/sermons-page.tsx')).SermonsPage })],
  ['/sermons/:id', 'sermons:read', async () => ({ default: (await import('./sermons/sermon-page.tsx')).SermonPage })],
]

const LOADED = PAGES.map(([path, permission, load]) => ({ path, permission, Page: lazy(load) }))

export function ChurchPages() {
  const { church, path, may } = useMembership()
  const [address] = useLocation()
  const [first] = navigationFor(may, church.modules).flatMap(group => group.items)
  return (
    <Shell>
      <FailureBoundary address={address}>
        <Suspense fallback={<Waiting />}>
          <Switch>
            {LOADED.filter(({ permission }) => may(permission)).map(page => (
              <Route key={page.path} path={path(page.path)} component={page.Page} />
            ))}
            <Route path={path('')}>{first ? <Redirect to={path(first.path)} replace /> : <NotFound />}</Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </FailureBoundary>
    </Shell>
  )
}
