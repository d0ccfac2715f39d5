/** Puts the people of an import on record: in batches, with their families, totals and events. */
import type { Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { recordMany } from '../../events/record.ts'
import { batches } from '../../lib/batches.ts'
import { fold } from '../../lib/fold.ts'
import type { Church } from '../../resource/caller.ts'
import type { ImportedRecord, Writing } from '../../resource/import-kept.ts'
import { summed, tally } from '../../resource/tally.ts'
import { touchFamilies } from './families.ts'
import { type PersonInput, personPrinter } from './fields.ts'
import { type AcceptedPeople, addedIn, type NewPerson, Overtaken } from './import-judged.ts'
import { familiesByName } from './import-look-ups.ts'
import { stillFree } from './import-numbers.ts'

/**
 * People of one statement, which are a hundred kilobytes or two with what is told of them. If a statement is longer, the socket
 * takes only a part of it at a time, and PostgreSQL waits for the rest while this process makes the next one ready.
 */
const BATCH = 150
/** Batches that are sent before the first of them is awaited. */
const UNDER_WAY = 6

/** What people are put on record with. */
interface Inserting {
  /** For those who bring none. */
  numbers: readonly string[]
  /** Told which records were written. */
  keep: Writing['keep']
}

/**
 * Inserts those of an import who are not on record; each gets their `person.created`.
 * @returns how many
 * @throws Overtaken where somebody took their numbers meanwhile
 */
export async function insertPeople(
  tx: Tx,
  church: Church,
  rows: AcceptedPeople,
  { numbers, keep }: Inserting,
): Promise<number> {
  const families = await familiesOf(tx, church, rows)
  const joined = new Set(families.ids.values())
  const free = numbers.values()
  // Of the whole file: batches that differ in what they say would be statements that differ.
  const given = new Set([...rows.fields, 'member_no', 'family_id'])
  const defaults = defaultsOf(church, given)
  const columns = [...new Set([...given, ...Object.keys(defaults)])].sort()
  const sent: Promise<void>[] = []
  let inserted = 0
  for (const people of batchesOf(rows)) {
    // While the database inserts one batch, the next ones wait there already.
    if (sent.length === UNDER_WAY) await sent.shift()
    const records = people.map(({ values, family }): NewRow => {
      const member_no = values.member_no ?? free.next().value
      if (member_no === undefined) throw new Overtaken()
      const family_id = family === undefined ? undefined : families.ids.get(fold(family))
      if (values.family_id != null) joined.add(values.family_id)
      return { ...defaults, ...values, ...(family_id !== undefined && { family_id }), member_no }
    })
    const batch = insertBatch(tx, church, columns, records).then(ids =>
      keep(people.flatMap((person, at) => [...families.madeAt(person), written(person, ids[at] ?? 0)])),
    )
    // An error is met where it is awaited.
    batch.catch(() => undefined)
    sent.push(batch)
    inserted += people.length
  }
  for (const batch of sent) await batch
  await touchFamilies(tx, church.id, [...joined])
  return inserted
}

/** Families of an import, before anybody joins them. */
interface Families {
  /** By folded name. */
  ids: ReadonlyMap<string, number>
  /** The family that was made for the first row that names it. */
  madeAt(person: NewPerson): ImportedRecord[]
}

/** Finds, or makes, the families that people join by name. */
async function familiesOf(tx: Tx, church: Church, rows: AcceptedPeople): Promise<Families> {
  const ids = new Map<string, number>()
  const first = new Set<number>()
  for (const some of batches(rows.families, BATCH)) {
    const { ids: found, made } = await familiesByName(tx, church, some)
    for (const [key, id] of found) ids.set(key, id)
    for (const { line } of made) first.add(line)
  }
  return {
    ids,
    madeAt({ line, family = '', values: { branch_id } }) {
      const record_id = first.has(line) ? ids.get(fold(family)) : undefined
      if (record_id === undefined) return []
      return [{ line, resource: 'families', record_id, action: 'created', written: { name: family, branch_id } }]
    },
  }
}

function* batchesOf(rows: AcceptedPeople): Generator<readonly NewPerson[]> {
  for (const people of addedIn(rows)) yield* batches(people, BATCH)
}

/** A person as they are inserted. */
type NewRow = PersonInput & { member_no: string }

const written = ({ line, values }: NewPerson, record_id: number): ImportedRecord => ({
  line,
  resource: 'people',
  record_id,
  action: 'created',
  written: values,
})

/** What a row without a value gets in a column that must not be null. */
function defaultsOf({ country }: Church, given: ReadonlySet<string>): Record<string, unknown> {
  const known = { status: 'visitor', sms_opt_in: true, email_opt_in: true, whatsapp_opt_in: true, custom: {} }
  return { country, source: 'import', ...Object.fromEntries(Object.entries(known).filter(([name]) => given.has(name))) }
}

async function insertBatch(
  tx: Tx,
  church: Church,
  columns: readonly string[],
  rows: readonly NewRow[],
): Promise<number[]> {
  const names = columns.map(ident)
  const values = names.map(name => sql`row.${name}`)
  // In the order of the file, so that ids are.
  const free = stillFree(
    tx,
    church,
    rows.map(({ member_no }) => member_no),
  )
  const inserting = tx.text(sql`
    insert into people as t (church_id, created_at, updated_at, ${join(names)})
    select ${church.id}, ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${join(values)}
    from jsonb_populate_recordset(null::people, ${JSON.stringify(rows)}::jsonb) with ordinality as row
    order by row.ordinality
    returning ${personPrinter.columns}`)
  // Sent at once: the database goes on with the people when it has looked for their numbers.
  const [inserted] = await Promise.all([inserting, free])
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
