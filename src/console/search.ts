/** The search for everything: what the member may see of the records that modules declare to be found (`resource/found.ts`). */
import { view } from '../resource/action.ts'
import type { Caller } from '../resource/caller.ts'
import { findStatement, foundIn } from '../resource/find-everywhere.ts'
import { Json } from '../resource/json.ts'
import { module } from '../resource/module.ts'
import { ROLES, within } from '../resource/roles.ts'
import type { Reading } from '../resource/services.ts'
import * as field from '../resource/types.ts'

/** Records of one resource, as the API prints them, with fewer fields. */
interface FoundOf {
  resource: string
  records: (Record<string, unknown> & { id: number })[]
}

async function search({ read, house }: Reading, caller: Caller, { q }: { q: string }): Promise<Json<FoundOf[]>> {
  const readable = house
    .resourcesOn(caller.church.modules)
    .filter(({ name, found }) => found !== undefined && caller.scopes.includes(`${name}:read`))
  const statement = findStatement(readable, q.trim(), caller)
  const rows = statement === undefined ? [] : await read.all<{ at: number; place: number; texts: string }>(statement)
  const found = foundIn(readable, rows).map(
    ({ resource, records }) => `{"resource":"${resource}","records":${records}}`,
  )
  return new Json(`[${found.join()}]`)
}

/** In one statement, whatever is found. Too little text finds nothing. */
export const searchView = view({
  name: 'search',
  may: within(ROLES),
  fields: { q: field.line(100).required().doc('Names in any order, a phone, an e-mail, a number, a reference') },
  run: search,
})

export const searchModule = module({
  name: 'search',
  title: 'Search',
  resources: [],
  views: [searchView],
})
