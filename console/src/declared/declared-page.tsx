/** The pages of a resource that no page of its own was made for: its list, a record, the forms. */
import type { ComponentType } from 'react'
import { Route, Switch } from 'wouter'
import { type ShownResource, useHouse } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { NotFound, NotIncluded } from '../shell/not-found.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { DeclaredEditPage, DeclaredNewPage } from './form-page.tsx'
import { DeclaredListPage } from './list-page.tsx'
import { DeclaredRecordPage } from './record-page.tsx'

/** Address below the church, the page, and whether the member may use it. The first address that fits counts. */
const PAGES: readonly [
  path: string,
  Page: ComponentType<{ resource: ShownResource }>,
  may: (of: ShownResource) => boolean,
][] = [
  ['/:resource', DeclaredListPage, () => true],
  ['/:resource/new', DeclaredNewPage, ({ create }) => create !== null],
  ['/:resource/:id', DeclaredRecordPage, () => true],
  ['/:resource/:id/edit', DeclaredEditPage, ({ update }) => update !== null],
]

export function DeclaredPages() {
  const { path } = useMembership()
  const house = useHouse()
  if (house === undefined) return <Waiting />
  return (
    <Switch>
      {PAGES.map(([within, Page, may]) => (
        <Route key={within} path={path(within)}>
          {parameters => {
            const resource = house.find(({ name }) => name === (parameters as { resource?: string }).resource)
            if (resource === undefined) return <NotFound />
            return may(resource) ? <Page resource={resource} /> : <NotIncluded />
          }}
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}
