/** The pages of a resource that no page of its own was made for: its list, a record, the forms. */
import type { ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { type ShownResource, useAlways, useHouse, useOptionalModules } from '../house/house.ts'
import { Waiting } from '../parts/waiting.tsx'
import { useMembership } from '../session/membership.tsx'
import { NotFound, NotIncluded, SwitchedOff } from '../shell/not-found.tsx'
import { PageHelp } from '../shell/page-help.ts'
import type { ExtraParts } from './extra-parts.ts'
import { DeclaredEditPage, DeclaredNewPage } from './form-page.tsx'
import { DeclaredListPage } from './list-page.tsx'
import { DeclaredRecordPage } from './record-page.tsx'

/** The one page of a resource whose records have none. */
const LIST = '/:resource'

/** Address below the church, and the page; none where the member may not use it. The first address that fits counts. */
const PAGES: readonly [path: string, page: (of: ShownResource, extra: ExtraParts) => ReactNode][] = [
  [LIST, (of, extra) => <DeclaredListPage resource={of} extra={extra} />],
  ['/:resource/new', (of, extra) => of.create && <DeclaredNewPage resource={of} form={of.create} extra={extra} />],
  ['/:resource/:id', (of, extra) => <DeclaredRecordPage resource={of} extra={extra} />],
  ['/:resource/:id/edit', of => of.update && <DeclaredEditPage resource={of} form={of.update} />],
]

interface DeclaredPagesProps {
  /** What is made by hand beside the drawn pages, by resource. */
  extras: Readonly<Record<string, ExtraParts>>
}

const NOTHING: ExtraParts = {}

export function DeclaredPages({ extras }: DeclaredPagesProps) {
  const { path } = useMembership()
  const house = useHouse()
  if (house === undefined) return <Waiting />
  return (
    <Switch>
      {PAGES.map(([within, page]) => (
        <Route key={within} path={path(within)}>
          {({ resource: name = '' }: { resource?: string }) => {
            const resource = house.find(one => one.name === name)
            if (resource === undefined) return <Missing name={name} />
            // A page of its own for each resource: what they have beside differs.
            const shown = resource.hasPages || within === LIST ? page(resource, extras[name] ?? NOTHING) : <NotFound />
            return (
              <PageHelp key={name} value={resource.explained}>
                {shown ?? <NotIncluded />}
              </PageHelp>
            )
          }}
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/** Why a resource has no page here: its module is off, the member's role does not include it, or there is none. */
function Missing({ name }: { name: string }) {
  const { church } = useMembership()
  const always = useAlways()
  const module = useOptionalModules()?.find(({ resources }) => resources.includes(name))
  if (module === undefined) return always.includes(name) ? <NotIncluded /> : <NotFound />
  return church.modules.includes(module.name) ? <NotIncluded /> : <SwitchedOff module={module.name} />
}
