/** The pages of a church, each loaded when it is first shown. */
import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Permission } from './api/offers.ts'
import { useDeclaredList, useNavigation } from './house/house.ts'
import type { ExplainedPath } from './page-explanations.ts'
import { Waiting } from './parts/waiting.tsx'
import { useMembership } from './session/membership.tsx'
import { FailureBoundary } from './shell/failure-boundary.tsx'
import { NotIncluded, SwitchedOff } from './shell/not-found.tsx'
import { PageHelp } from './shell/page-help.ts'
import { Shell } from './shell/shell.tsx'

type Load = () => Promise<{ default: ComponentType }>

/** Address within the church, what one needs to see it, the page, its module. The first address that fits counts. */
const PAGES: readonly [path: ExplainedPath, permission: Permission, load: Load, module?: string][] = [
  ['', 'home.people', async () => ({ default: (await import('./home/home-page.tsx')).HomePage })],
  // Before the page of a person, whose address it would be.
  ['/people/new', 'people:write', async () => ({ default: (await import('./drawn-pages.tsx')).DrawnPages })],
  [
    '/people/duplicates',
    'duplicates',
    async () => ({ default: (await import('./people/duplicates-page.tsx')).DuplicatesPage }),
  ],
  ['/people/paper', 'directory', async () => ({ default: (await import('./people/paper-page.tsx')).PaperPage })],
  ['/people/merge', 'people.merge', async () => ({ default: (await import('./people/merge-page.tsx')).MergePage })],
  ['/people/:id', 'people:read', async () => ({ default: (await import('./people/person-page.tsx')).PersonPage })],
  [
    '/branches',
    'branches:read',
    async () => ({ default: (await import('./branches/branches-page.tsx')).BranchesPage }),
  ],
  [
    '/attendance',
    'attendance_trends',
    async () => ({ default: (await import('./meetings/attendance-page.tsx')).AttendancePage }),
  ],
  [
    '/teach',
    'my_classes',
    async () => ({ default: (await import('./school/my-classes-page.tsx')).MyClassesPage }),
    'school',
  ],
  [
    '/reports',
    'reports_of_week',
    async () => ({ default: (await import('./groups/week-page.tsx')).WeekPage }),
    'groups',
  ],
  [
    '/reports/meetings/:id',
    'report_form',
    async () => ({ default: (await import('./groups/report-form-page.tsx')).ReportFormPage }),
    'groups',
  ],
  [
    '/report-offerings',
    'report_offerings',
    async () => ({ default: (await import('./giving/report-offerings-page.tsx')).OfferingsPage }),
    'groups',
  ],
  [
    '/contributions/new',
    'contributions:write',
    async () => ({ default: (await import('./giving/record-gifts-page.tsx')).RecordGiftsPage }),
  ],
  [
    '/batches/:id/count',
    'batches.count',
    async () => ({ default: (await import('./giving/count-page.tsx')).CountPage }),
  ],
  [
    '/contributions/report',
    'giving_report',
    async () => ({ default: (await import('./giving/report-page.tsx')).ReportPage }),
  ],
  [
    '/contributions/journal',
    'journals',
    async () => ({ default: (await import('./giving/journal-page.tsx')).JournalPage }),
  ],
  [
    '/contributions/:id',
    'contributions:read',
    async () => ({ default: (await import('./giving/contribution-page.tsx')).ContributionPage }),
  ],
  ['/rates', 'rates', async () => ({ default: (await import('./giving/rates-page.tsx')).RatesPage })],
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
  ['/messages/inbox', 'inbox', async () => ({ default: (await import('./messages/inbox-page.tsx')).InboxPage })],
  ['/messages/units', 'units', async () => ({ default: (await import('./messages/units-page.tsx')).UnitsPage })],
  [
    '/messages/batches',
    'message_batches',
    async () => ({ default: (await import('./messages/batches-page.tsx')).BatchesPage }),
  ],
  [
    '/messages/batches/:id',
    'message_batch',
    async () => ({ default: (await import('./messages/batch-page.tsx')).BatchPage }),
  ],
  ['/messages/:id', 'message', async () => ({ default: (await import('./messages/message-page.tsx')).MessagePage })],
  [
    '/sermons/:id/studio/:kind',
    'sermons.set_section',
    async () => ({ default: (await import('./sermons/section-page.tsx')).SectionPage }),
    'media',
  ],
  [
    '/imports/new',
    'import_files.begin',
    async () => ({ default: (await import('./imports/new-import-page.tsx')).NewImportPage }),
  ],
  [
    '/imports/files/:id',
    'import_files.begin',
    async () => ({ default: (await import('./imports/import-file-page.tsx')).ImportFilePage }),
  ],
  ['/settings/keys', 'keys', async () => ({ default: (await import('./settings/keys-page.tsx')).KeysPage })],
  [
    '/settings/webhooks',
    'endpoints',
    async () => ({ default: (await import('./webhooks/endpoints-page.tsx')).EndpointsPage }),
  ],
  [
    '/settings/webhooks/new',
    'endpoints.create',
    async () => ({ default: (await import('./webhooks/new-endpoint-page.tsx')).NewEndpointPage }),
  ],
  [
    '/settings/webhooks/:id',
    'endpoint',
    async () => ({ default: (await import('./webhooks/endpoint-page.tsx')).EndpointPage }),
  ],
  [
    '/settings/webhooks/:id/edit',
    'endpoints.update',
    async () => ({ default: (await import('./webhooks/edit-endpoint-page.tsx')).EditEndpointPage }),
  ],
  ['/settings/church', 'church', async () => ({ default: (await import('./settings/church-page.tsx')).ChurchPage })],
  ['/settings/team', 'users', async () => ({ default: (await import('./settings/team-page.tsx')).TeamPage })],
  [
    '/settings/providers',
    'providers',
    async () => ({ default: (await import('./settings/providers-page.tsx')).ProvidersPage }),
  ],
  ['/settings/audit', 'audit', async () => ({ default: (await import('./settings/audit-page.tsx')).AuditPage })],
  ['/account', 'sessions', async () => ({ default: (await import('./account/account-page.tsx')).AccountPage })],
]

/** What a page is for: loaded when somebody asks. */
const explains = (path: ExplainedPath) => async () => (await import('./page-explanations.ts')).EXPLANATIONS[path]

const LOADED = PAGES.map(([path, permission, load, module]) => ({ path, permission, module, Page: lazy(load) }))

/** Resources that have no page of their own in the list above. */
const Drawn = lazy(async () => ({ default: (await import('./drawn-pages.tsx')).DrawnPages }))

/** The page, or why it is not shown. */
function Allowed({ permission, module, Page, isHome }: Omit<(typeof LOADED)[number], 'path'> & { isHome: boolean }) {
  const { may, church } = useMembership()
  if (isHome && !may(permission)) return <FirstPage />
  // Nobody may do anything in a module that is off: it comes first.
  if (module !== undefined && !church.modules.includes(module)) return <SwitchedOff module={module} />
  return may(permission) ? <Page /> : <NotIncluded />
}

/** Groups that tell whether all of somebody's are classes. */
const LOOKED_AT = { per_page: '25' }

/**
 * Where those begin who have no home page: teachers at their classes, leaders at their groups, others at what they see first in
 * the navigation.
 */
function FirstPage() {
  const navigation = useNavigation()
  const items = navigation.flatMap(group => group.items)
  const [teach, groups] = ['/teach', '/groups'].map(path => items.find(item => item.path === path))
  if (teach !== undefined && groups !== undefined) return <ClassesOrGroups teach={teach.path} groups={groups.path} />
  return <Onward to={groups ?? items[0]} />
}

function ClassesOrGroups({ teach, groups }: { teach: string; groups: string }) {
  const mine = useDeclaredList('groups', LOOKED_AT)
  if (mine.isPending) return <Waiting />
  const seen = mine.data?.data ?? []
  return <Onward to={{ path: seen.length > 0 && seen.every(({ kind }) => kind === 'class') ? teach : groups }} />
}

function Onward({ to: first }: { to: { path: string } | undefined }) {
  const { path } = useMembership()
  return first === undefined ? <NotIncluded /> : <Redirect to={path(first.path)} replace />
}

export function ChurchPages() {
  const { path } = useMembership()
  const [address] = useLocation()
  // Named where a page is opened anew although its address is shown already.
  const opened = useHistoryState<{ opened?: string } | null>()?.opened
  return (
    <Shell>
      <FailureBoundary address={address}>
        <Suspense key={opened} fallback={<Waiting />}>
          <Switch>
            {LOADED.map(({ path: within, ...page }) => (
              <Route key={within} path={path(within)}>
                <PageHelp key={within} value={explains(within)}>
                  <Allowed {...page} isHome={within === ''} />
                </PageHelp>
              </Route>
            ))}
            <Route>
              <Drawn />
            </Route>
          </Switch>
        </Suspense>
      </FailureBoundary>
    </Shell>
  )
}
