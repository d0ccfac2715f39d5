/** The pages of a church, each loaded when it is first shown. */
import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Permission } from './api/offers.ts'
import { useDeclaredList, useNavigation, useOptionalModules } from './house/house.ts'
import { Waiting } from './parts/waiting.tsx'
import { useMembership } from './session/membership.tsx'
import { FailureBoundary } from './shell/failure-boundary.tsx'
import { NotIncluded, SwitchedOff } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { refusalTexts } from './texts/load-language.ts'

/** A file with a page that is made by hand. */
type PageFile = Promise<{ page: ComponentType }>

/** Address within the church, what one needs to see it, the page. The first address that fits counts. */
const PAGES: readonly [path: string, permission: Permission, load: () => PageFile][] = [
  ['', 'home.people', () => import('./home-parts.tsx')],
  // Before the page of a person, whose address it would be.
  ['/people/new', 'people:write', () => import('./drawn-pages.tsx')],
  ['/people/duplicates', 'duplicates', () => import('./people/duplicates-page.tsx')],
  ['/people/paper', 'directory', () => import('./people/paper-page.tsx')],
  ['/people/merge', 'people.merge', () => import('./people/merge-page.tsx')],
  ['/people/:id', 'people:read', () => import('./person-parts.tsx')],
  ['/branches', 'branches:read', () => import('./branches/branches-page.tsx')],
  ['/attendance', 'attendance_trends', () => import('./meetings/attendance-page.tsx')],
  ['/teach', 'my_classes', () => import('./school/my-classes-page.tsx')],
  ['/reports', 'reports_of_week', () => import('./groups/week-page.tsx')],
  ['/reports/meetings/:id', 'report_form', () => import('./groups/report-form-page.tsx')],
  ['/report-offerings', 'report_offerings', () => import('./giving/report-offerings-page.tsx')],
  ['/contributions/new', 'contributions:write', () => import('./giving/record-gifts-page.tsx')],
  ['/batches/:id/count', 'batches.count', () => import('./giving/count-page.tsx')],
  ['/contributions/report', 'giving_report', () => import('./giving/report-page.tsx')],
  ['/contributions/journal', 'journals', () => import('./giving/journal-page.tsx')],
  ['/rates', 'rates', () => import('./giving/rates-page.tsx')],
  ['/messages', 'messages:read', () => import('./messages/messages-page.tsx')],
  ['/messages/new', 'messages:write', () => import('./messages/new-message-page.tsx')],
  ['/messages/inbox', 'inbox', () => import('./messages/inbox-page.tsx')],
  ['/messages/units', 'units', () => import('./messages/units-page.tsx')],
  ['/messages/batches', 'message_batches', () => import('./messages/batches-page.tsx')],
  ['/messages/batches/:id', 'message_batch', () => import('./messages/batch-page.tsx')],
  ['/messages/:id', 'message', () => import('./messages/message-page.tsx')],
  ['/sermons/:id/studio/:kind', 'sermons.set_section', () => import('./sermons/section-page.tsx')],
  ['/imports/new', 'import_files.begin', () => import('./imports/new-import-page.tsx')],
  ['/imports/files/:id', 'import_files.begin', () => import('./imports/import-file-page.tsx')],
  ['/settings/keys', 'keys', () => import('./settings/keys-page.tsx')],
  ['/settings/webhooks', 'endpoints', () => import('./webhooks/endpoints-page.tsx')],
  ['/settings/webhooks/new', 'endpoints.create', () => import('./webhooks/new-endpoint-page.tsx')],
  ['/settings/webhooks/:id', 'endpoint', () => import('./webhooks/endpoint-page.tsx')],
  ['/settings/webhooks/:id/edit', 'endpoints.update', () => import('./webhooks/edit-endpoint-page.tsx')],
  ['/settings/church', 'church', () => import('./settings/church-page.tsx')],
  ['/settings/team', 'users', () => import('./settings/team-page.tsx')],
  ['/settings/providers', 'providers', () => import('./settings/providers-page.tsx')],
  ['/settings/audit', 'audit', () => import('./settings/audit-page.tsx')],
  ['/account', 'sessions', () => import('./account/account-page.tsx')],
]

const LOADED = PAGES.map(([path, permission, load]) => ({
  path,
  permission,
  Page: lazy(async () => {
    // Answers of receivers and providers are said there as refusals are.
    if (path.startsWith('/settings/')) await refusalTexts()
    return { default: (await load()).page }
  }),
}))

/** Resources that have no page of their own in the list above. */
const Drawn = lazy(async () => ({ default: (await import('./drawn-pages.tsx')).page }))

/** The page, or why it is not shown. */
function Allowed({ permission, Page, isHome }: Omit<(typeof LOADED)[number], 'path'> & { isHome: boolean }) {
  const { may } = useMembership()
  if (may(permission)) return <Page />
  return isHome ? <FirstPage /> : <Refused permission={permission} />
}

/** Nobody may do anything in a module that is off; else it is the role that does not include it. */
function Refused({ permission }: { permission: Permission }) {
  const { church } = useMembership()
  const modules = useOptionalModules()
  if (modules === undefined) return <Waiting />
  const off = modules.find(({ name, offers }) => offers.includes(permission) && !church.modules.includes(name))
  return off === undefined ? <NotIncluded /> : <SwitchedOff module={off.name} />
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
                <Allowed key={within} {...page} isHome={within === ''} />
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
