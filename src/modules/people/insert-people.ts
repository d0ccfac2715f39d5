/** Puts the people of an import on record: in batches, with their families, totals and events. */
import type { Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { recordMany } from '../../events/record.ts'
import { fold } from '../../lib/fold.ts'
import type { Church } from '../../resource/caller.ts'
import type { ImportedRecord } from '../../resource/import-kept.ts'
import { summed, tally } from '../../resource/tally.ts'
import { touchFamilies } from './families.ts'
import { type PersonInput, personPrinter } from './fields.ts'
import { type FamiliesByName, familiesByName, type NewFamily } from './import-look-ups.ts'

/** A row that is accepted: what is inserted, and the name of a family that the person joins. */
export interface NewPerson {
  line: number
  /** Tells what the row says from what others say. */
  key: string
  values: PersonInput & { branch_id: number; member_no?: string }
  family: string | undefined
  /** True where the row names its branch; else it is the head branch. */
  namesBranch?: boolean
  /** The person on record whom the row changes. */
  updates?: number
}

const BATCH = 1_000

/** What was put on record. */
interface Inserted {
  /** Of the people. */
  ids: number[]
  /** The people, and the families that were made for them. */
  records: ImportedRecord[]
}

/**
 * Inserts people; each gets their `person.created`.
 * @param numbers for those who bring none
 */
export async function insertPeople(
  tx: Tx,
  church: Church,
  people: readonly NewPerson[],
  numbers: readonly string[],
): Promise<Inserted> {
  const { ids: families, made } = await familiesOf(tx, church, people)
  const given = new Set(people.flatMap(({ values }) => Object.keys(values))).add('member_no')
  if (families.size > 0) given.add('family_id')
  const defaults = defaultsOf(church, given)
  const columns = [...new Set([...given, ...Object.keys(defaults)])]
  const free = numbers.values()
  const rowOf = ({ values, family }: NewPerson): object => ({
    ...defaults,
    ...values,
    ...(family !== undefined && { family_id: families.get(fold(family)) }),
    member_no: values.member_no ?? free.next().value,
  })
  const ids: number[] = []
  let before: Promise<number[]> = Promise.resolve([])
  for (let at = 0; at < people.length; at += BATCH) {
    const batch = insertBatch(tx, church, columns, people.slice(at, at + BATCH).map(rowOf))
    // While the database inserts one batch, the events of the one before are printed; an error is met where it is awaited.
    batch.catch(() => undefined)
    ids.push(...(await before))
    before = batch
  }
  ids.push(...(await before))
  const joined = people.map(({ values }) => values.family_id)
  await touchFamilies(tx, church.id, [...joined, ...families.values()])
  const records = people.map(({ line, values }, at): ImportedRecord => {
    return { line, resource: 'people', record_id: ids[at] ?? 0, action: 'created', written: values }
  })
  return { ids, records: [...made, ...records] }
}

async function familiesOf(tx: Tx, church: Church, people: readonly NewPerson[]): Promise<FamiliesByName> {
  const wanted = new Map<string, NewFamily>()
  for (const { line, family, values } of people) {
    if (family === undefined || wanted.has(fold(family))) continue
    wanted.set(fold(family), { line, name: family, branch_id: values.branch_id })
  }
  return await familiesByName(tx, church, wanted)
}

/** What a row without a value gets in a column that must not be null. */
function defaultsOf({ country }: Church, given: ReadonlySet<string>): Record<string, unknown> {
  const known = { status: 'visitor', sms_opt_in: true, email_opt_in: true, whatsapp_opt_in: true, custom: {} }
  return { country, source: 'import', ...Object.fromEntries(Object.entries(known).filter(([name]) => given.has(name))) }
}

async function insertBatch(
  tx: Tx,
  church: Church,
  columns: readonly string[],
  rows: readonly object[],
): Promise<number[]> {
  const names = columns.map(ident)
  const values = names.map(name => sql`row.${name}`)
  // Joined to a row of the church, and in the order of the file, so that ids are counted up where the table is.
  const inserted = await tx.text(sql`
    insert into people as t (church_id, created_at, updated_at, ${join(names)})
    select ${church.id}, ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${join(values)}
    from jsonb_populate_recordset(null::people, ${JSON.stringify(rows)}::jsonb) with ordinality as row
    left join churches as home on home.id = ${church.id}
    order by row.ordinality
    returning ${personPrinter.columns}`)
  const { column, print } = personPrinter
  const deltas = inserted.map(row => ({
    id: Number(column(row, 'id')),
    branch_id: Number(column(row, 'branch_id')),
    status: column(row, 'status') ?? '',
    n: 1,
  }))
  const created = inserted.map(row => print(row))
  await Promise.all([tally(tx, church.id, 'people', summed(deltas)), recordMany(tx, church, 'person.created', created)])
  return deltas.map(({ id }) => id)
}
