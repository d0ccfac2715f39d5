/** Names in the place of numbers: what the record of a person calls funds, branches, groups and others that its rows name. */
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import { hasNames, namesOf } from '../../resource/record-names.ts'
import type { Told, ToldNames } from './told.ts'

type References = Pick<HouseFacts, 'resource' | 'resourcesOn' | 'optional'>

/** People are named by nobody else's record: who else is in it is not told. */
const PEOPLE = 'people'

/** Columns that are called as those of resources, and name something else: the batches of messages, which have no names. */
const ELSEWHERE = ['messages.batch_id', 'message_batch_recipients.batch_id']

/** The resource that a column names records of; undefined for none whose names are told. */
export type NamedBy = (table: string, column: string) => string | undefined

/** What columns name. Tables that are no resource call theirs as resources do, and some say more before it: `from_group_id`. */
export function namedBy(house: References): NamedBy {
  const references = referencesOf(house)
  return (table, column) => {
    if (ELSEWHERE.includes(`${table}.${column}`)) return undefined
    const own = house.resource(table)?.fields[column]?.spec.to
    const known = own ?? references.find(([name]) => column === name || column.endsWith(`_${name}`))?.[1]
    const resource = known === undefined || known === PEOPLE ? undefined : house.resource(known)
    return resource !== undefined && hasNames(resource) ? resource.name : undefined
  }
}

/** Columns of all resources that name records of others: `fund_id` those of `funds`. */
function referencesOf({ resourcesOn, optional }: References): [column: string, resource: string][] {
  return resourcesOn(optional).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { spec }]): [string, string][] =>
      spec.to === undefined || !name.endsWith('_id') ? [] : [[name, spec.to]],
    ),
  )
}

/** What everything is called that these rows name. */
export async function namesIn(db: Db, caller: Caller, house: References, records: readonly Told[]): Promise<ToldNames> {
  const named = namedBy(house)
  const wanted = new Map<string, Set<string>>()
  for (const { table, rows } of records)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const name = typeof value === 'number' && column.endsWith('_id') ? named(table, column) : undefined
        if (name !== undefined) wanted.set(name, (wanted.get(name) ?? new Set()).add(String(value)))
      }
  const names: ToldNames = {}
  for (const [name, ids] of wanted) {
    const resource = house.resource(name)
    if (resource === undefined) continue
    const found = await namesOf({ read: db }, resource, caller, [...ids])
    names[name] = Object.fromEntries(found.map(one => [one.id, one.name]))
  }
  return names
}
