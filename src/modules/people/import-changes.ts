/** What an import changes of people who are on record: only what the file says, and nothing is emptied. */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { fold } from '../../lib/fold.ts'
import { canonicalJson } from '../../lib/json.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import type { ImportedRecord } from '../../resource/import-kept.ts'
import { earlierLine, type LeftOut, type RowChange } from '../../resource/import-report.ts'
import { type PersonInput, personPrinter } from './fields.ts'
import { authorOf } from './history.ts'
import { type Judged, type NewPerson, Overtaken } from './import-judged.ts'
import { familiesByName } from './import-look-ups.ts'
import { obeyOptIns } from './opt-outs.ts'
import { addressesIn, changePerson } from './update.ts'

/** A row that names, or may name, somebody on record or in an earlier row. */
export interface Match {
  person: NewPerson
  left: LeftOut
}

type Printed = Record<string, unknown>

const { column } = personPrinter

const printed = (row: TextRow): Printed => JSON.parse(personPrinter.print(row)) as Printed

/** People by id, with the names of their families. */
async function peopleOnRecord(db: Db, { id: church }: Church, ids: readonly number[]) {
  const rows = await db.text(sql`select ${personPrinter.columns} from people as t
    where church_id = ${church} and id = any(${idArray(ids)}) and not removed`)
  const people = new Map(rows.map(row => [Number(column(row, 'id')), printed(row)]))
  const of = [...people.values()].flatMap(({ family_id }) => (family_id === null ? [] : Number(family_id)))
  const families = await db.all<{ id: number; name: string; search: string }>(
    sql`select id, name, search from families where church_id = ${church} and id = any(${idArray(of)})`,
  )
  return { people, families: new Map(families.map(({ id, ...family }) => [id, family])) }
}

/** What a row says of a person that it names: not where it says nothing, and not what was only assumed. */
function saidOf({ values, namesBranch }: NewPerson): PersonInput {
  const { member_no: _number, branch_id, ...said } = values
  const stated = Object.entries(said).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return { ...Object.fromEntries(stated), ...(namesBranch && { branch_id }) }
}

/**
 * Parts the matches: rows that change somebody are accepted, those that say what is on record are left out, those that may
 * name somebody, or name them once more, are for somebody to look at.
 * @param lines those that change somebody, by whom: of earlier pieces, and of this one
 */
export async function judgeChanges(
  db: Db,
  church: Church,
  matches: readonly Match[],
  judged: Judged,
  lines: Map<number, number>,
): Promise<void> {
  const sure = matches.filter(({ left }) => !left.possible && left.taken_for_id !== undefined)
  const { people, families } = await peopleOnRecord(
    db,
    church,
    sure.map(({ left }) => left.taken_for_id ?? 0),
  )
  for (const { person, left } of matches) {
    const id = left.possible ? undefined : left.taken_for_id
    const before = id === undefined ? undefined : people.get(id)
    if (id === undefined || before === undefined) {
      judged.left.push(left)
      continue
    }
    const earlier = lines.get(id)
    if (earlier !== undefined) {
      judged.left.push({ ...left, ...earlierLine(earlier), taken_for_id: undefined, possible: true })
      continue
    }
    const changes = differencesOf(before, saidOf(person))
    const family = families.get(Number(before.family_id))
    if (person.family !== undefined && fold(person.family) !== family?.search)
      changes.family = [family?.name ?? null, person.family]
    if (Object.keys(changes).length === 0) judged.left.push(left)
    else {
      lines.set(id, person.line)
      judged.accepted.push({ ...person, updates: id })
      judged.changes.push({ line: person.line, id, name: String(before.full_name), changes })
    }
  }
  await nameReferences(db, church, judged.changes)
}

/** Says branches and families by what they are called, in the place of their ids. */
async function nameReferences(db: Db, { id: church }: Church, all: readonly RowChange[]): Promise<void> {
  for (const [what, field] of [
    ['branch', 'branch_id'],
    ['family', 'family_id'],
  ] as const) {
    const changed = all.flatMap(({ changes }) => (changes[field] === undefined ? [] : [changes]))
    if (changed.length === 0) continue
    const ids = changed.flatMap(changes => changes[field] ?? []).filter(id => id !== null)
    const wanted = idArray([...new Set(ids.map(Number))])
    const found = await db.all<{ id: number; name: string }>(
      what === 'branch'
        ? sql`select id, name from branches where church_id = ${church} and id = any(${wanted})`
        : sql`select id, name from families where church_id = ${church} and id = any(${wanted})`,
    )
    const names = new Map(found.map(({ id, name }) => [id, name]))
    for (const changes of changed) {
      const [before, after] = changes[field] ?? []
      delete changes[field]
      changes[what] = [names.get(Number(before)) ?? null, names.get(Number(after)) ?? null]
    }
  }
}

/** By field, what is on record and what is said, where they differ; custom fields one by one. */
function differencesOf(before: Printed, { custom = {}, ...said }: PersonInput): RowChange['changes'] {
  const own = (before.custom ?? {}) as Printed
  const pairs = [
    ...Object.entries(said).map(([name, value]) => [name, before[name], value] as const),
    ...Object.entries(custom).map(([key, value]) => [`custom.${key}`, own[key] ?? null, value] as const),
  ]
  const differing = pairs.filter(([, old, fresh]) => canonicalJson(old ?? null) !== canonicalJson(fresh))
  return Object.fromEntries(differing.map(([name, old, fresh]) => [name, [old ?? null, fresh]]))
}

/** Locks whom an import changes, in one order, so that two writes that change the same people cannot wait for each other. */
export async function lockPeople(tx: Tx, { id: church }: Church, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`select id from people where church_id = ${church} and id = any(${idArray(ids)}) and not removed
    order by id for no key update`)
}

/**
 * Changes people as the API would: with their history, events and totals.
 * @returns what is kept of it
 * @throws Overtaken where one of them was removed meanwhile
 */
export async function changePeople(tx: Tx, caller: Caller, people: readonly NewPerson[]): Promise<ImportedRecord[]> {
  const { church } = caller
  if (people.length === 0) return []
  const { ids: families, made } = await familiesByName(tx, church, people)
  const ids = people.map(({ updates = 0 }) => updates).sort((a, b) => a - b)
  const rows = await tx.text(sql`select ${personPrinter.columns} from people as t
    where church_id = ${church.id} and id = any(${idArray(ids)}) and not removed order by id for no key update`)
  const before = new Map(rows.map(row => [Number(column(row, 'id')), row]))
  const records: ImportedRecord[] = []
  for (const person of people) {
    const row = before.get(person.updates ?? 0)
    if (row === undefined) throw new Overtaken()
    const family_id = person.family === undefined ? undefined : families.get(fold(person.family))
    const change: PersonInput = { ...saidOf(person), ...(family_id !== undefined && { family_id }) }
    const after = await changePerson(tx, church, row, { change, by: authorOf(caller) })
    await obeyOptIns(tx, church.id, change, addressesIn(after))
    records.push(keptOf(person, row, after))
  }
  return [...made, ...records]
}

/** The fields that differ, as they were and as they are. */
function keptOf({ line, updates = 0 }: NewPerson, row: TextRow, fresh: TextRow): ImportedRecord {
  const [old, now] = [printed(row), printed(fresh)]
  const names = Object.keys(now).filter(
    name => !KEPT_BY_ITSELF.includes(name) && canonicalJson(old[name] ?? null) !== canonicalJson(now[name] ?? null),
  )
  const pick = (of: Printed): object => Object.fromEntries(names.map(name => [name, of[name]]))
  return { line, resource: 'people', record_id: updates, action: 'updated', written: pick(now), before: pick(old) }
}

/** Made of others, or by every change. */
const KEPT_BY_ITSELF = ['full_name', 'updated_at']
