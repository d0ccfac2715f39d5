/** How people and families are taken back that an import made, and what it changed of people (decisions, Imports). */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { ident, join, raw, type Sql, sql } from '../../db/sql.ts'
import type { FamilyReference } from '../../resource/person-reference.ts'
import {
  CHANGED,
  changedSince,
  idsOf,
  type Judged,
  judgedBy,
  type KeptRecord,
  partFields,
  rowsOf,
  type TakeBack,
  type Undoing,
} from '../../resource/take-back.ts'
import { summed, tally } from '../../resource/tally.ts'
import type { StayReason } from '../../texts/stay-reasons.ts'
import { families } from './families.ts'
import { type PersonInput, type personFields, personPrinter } from './fields.ts'
import type { Author, HistoryLine } from './history.ts'
import { people } from './people.ts'
import { removePeople } from './remove.ts'
import { changePerson } from './update.ts'

const { column } = personPrinter

/** A person is removed, unless they were changed, merged or used since: gave, were written to, joined something. */
export const takeBackPeople: TakeBack = {
  resource: 'people',
  async judge(db, undoing, records) {
    const ids = idsOf(records)
    const [rows, states, uses] = await Promise.all([
      rowsOf(db, people, undoing.church.id, ids),
      statesOf(db, undoing, ids),
      usesOf(db, undoing, ids),
    ])
    return new Map(
      records.flatMap((record): [number, Judged][] => {
        const row = rows.get(record.record_id)
        if (row === undefined) return []
        const state = states.get(record.record_id)
        const use = uses.get(record.record_id)
        const since = [...(state ? [state] : []), ...(use ? [use] : [])]
        const reasons = record.action === 'created' ? since : changedFields(row, record)
        return [[record.record_id, judgedBy(column(row, 'full_name') ?? '', reasons)]]
      }),
    )
  },
  async remove(tx, { church, by, endOf }, records) {
    await endOf(tx, church.id, idsOf(records))
    // Numbers that the import brought may come again with the same file.
    const brought = records.filter(({ written }) => typeof written.member_no === 'string')
    await removePeople(tx, church, idsOf(records), by, idsOf(brought))
  },
  async restore(tx, { church, by }, record) {
    const row = (await rowsOf(tx, people, church.id, [record.record_id])).get(record.record_id)
    if (row === undefined || column(row, 'deleted_at') !== null) return
    const { back } = partFields(storedIn(row), record)
    await changePerson(tx, church, row, { change: back as PersonInput, by: by satisfies Author })
  },
}

const storedIn =
  (row: TextRow) =>
  (name: string): string | null =>
    column(row, name as keyof typeof personFields)

function changedFields(row: TextRow, record: KeptRecord): StayReason[] {
  if (column(row, 'deleted_at') !== null) return [{ code: 'removed' }]
  return changedSince(partFields(storedIn(row), record).changed)
}

interface PersonSince {
  id: number
  removed: boolean
  merged: boolean
  forgotten: boolean
  /** The lines of their history since the import, oldest first, as JSON text. */
  lines: string
}

/** What became of people since, by id; those who are as they were made, or are so again, are missing. */
async function statesOf(db: Db, { church, id }: Undoing, ids: readonly number[]): Promise<Map<number, StayReason>> {
  const found = await db.all<PersonSince>(sql`
    select p.id, p.removed, p.merged_into_id is not null as merged, p.forgotten_at is not null as forgotten, since.lines
    from people as p
    join imports as i on i.church_id = ${church.id} and i.id = ${id}
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'changes', changes, 'tag', tag) order by h.id), '[]')::text as lines
      from person_history as h
      where h.church_id = ${church.id} and h.person_id = p.id and h.created_at > i.completed_at) as since
    where p.church_id = ${church.id} and p.id = any(${idArray(ids)}) and p.updated_at > i.completed_at`)
  return new Map(found.filter(one => !isAsBefore(one)).map(one => [one.id, stateOf(one)]))
}

function stateOf(one: PersonSince): StayReason {
  if (one.forgotten) return { code: 'forgotten' }
  if (one.merged) return { code: 'merged' }
  return one.removed ? { code: 'removed' } : CHANGED
}

/** Whether all that happened to somebody has been undone, as by a later import that was taken back before this one. */
function isAsBefore({ removed, merged, forgotten, lines }: PersonSince): boolean {
  if (removed || merged || forgotten) return false
  const first = new Map<string, string>()
  const last = new Map<string, string>()
  const note = (name: string, before: unknown, after: unknown): void => {
    if (!first.has(name)) first.set(name, JSON.stringify(before))
    last.set(name, JSON.stringify(after))
  }
  for (const { kind, changes, tag } of JSON.parse(lines) as HistoryLine[]) {
    if (kind === 'tag_added') note(`tag ${tag}`, false, true)
    else if (kind === 'tag_removed') note(`tag ${tag}`, true, false)
    else if (kind === 'updated')
      for (const [name, [before, after]] of Object.entries(changes)) note(name, before, after)
    else return false
  }
  return first.size > 0 && [...first].every(([name, before]) => last.get(name) === before)
}

/** What points at people, by id: all but what another import made and was taken back with it. */
async function usesOf(
  db: Db,
  { church, movedReferences, house, seen }: Undoing,
  ids: readonly number[],
): Promise<Map<number, StayReason>> {
  const counted = movedReferences.map((reference, at) => {
    const { table, takenBack = sql`false` } = reference
    const gone = sql`exists (select 1 from import_records as r where r.church_id = ${church.id}
      and r.resource = ${table} and r.record_id = t.id and r.undo = 'reversed')`
    const counts = house.resource(table) === undefined ? sql`true` : sql`not (${gone} or ${takenBack})`
    return sql`select person_id as owner, ${at}::int as at, count(*)::int as n,
        count(*) filter (where ${toldOf(seen(reference))})::int as told from ${ident(table)} as t
      where church_id = ${church.id} and person_id = any(${idArray(ids)}) and ${counts}
      group by person_id`
  })
  return await hadBy(db, movedReferences, counted)
}

/**
 * What families have, by id, whatever has ended of it: the numbers of envelopes and pledges of old years are theirs. So are those
 * of an import that was taken back: they end and stay on record, and an envelope without an owner would be nobody's.
 */
async function belongingsOf(
  db: Db,
  { church, familyReferences, seen }: Undoing,
  ids: readonly number[],
): Promise<Map<number, StayReason>> {
  const counted = familyReferences.map((reference, at) => {
    const { table } = reference
    return sql`select family_id as owner, ${at}::int as at, count(*)::int as n,
        count(*) filter (where ${toldOf(seen(reference))})::int as told from ${ident(table)} as t
      where church_id = ${church.id} and family_id = any(${idArray(ids)}) group by family_id`
  })
  return await hadBy(db, familyReferences, counted)
}

/** The condition for those that whoever reads the reasons may be told of. */
const toldOf = (seen: Sql | boolean): Sql => (typeof seen === 'boolean' ? raw(String(seen)) : seen)

/** By owner, what they have. @param counted a statement for each reference, by its place */
async function hadBy(
  db: Db,
  references: readonly FamilyReference[],
  counted: readonly Sql[],
): Promise<Map<number, StayReason>> {
  const had = new Map<number, Extract<StayReason, { code: 'has' }>>()
  if (counted.length === 0) return had
  const found = await db.all<{ owner: number; at: number; n: number; told: number }>(
    sql`${join(counted, ' union all ')} order by owner, at`,
  )
  for (const { owner, at, n, told } of found) {
    const reference = references[at]
    if (reference === undefined) continue
    const one = had.get(owner) ?? { code: 'has', records: [], unseen: false }
    if (told > 0) one.records.push({ ...reference.words, count: told })
    if (told < n) one.unseen = true
    had.set(owner, one)
  }
  return had
}

/** A family is removed when nobody is left in it, nothing was added to it, and it has nothing. */
export const takeBackFamilies: TakeBack = {
  resource: 'families',
  holds: true,
  async judge(db, undoing, records) {
    const { church, id, kept } = undoing
    const names = new Map(records.map(({ record_id, written }) => [record_id, written.name]))
    const belongings = await belongingsOf(db, undoing, [...names.keys()])
    const found = await db.all<{ id: number; name: string; filled: boolean; members: number }>(sql`
      select f.id, f.name, f.address is not null or f.phone is not null as filled, count(p.id)::int as members
      from families as f
      left join people as p on p.church_id = ${church.id} and p.family_id = f.id and not p.removed
        and (p.id = any(${idArray(kept.get('people') ?? [])}) or not exists (select 1 from import_records as r
          where r.church_id = ${church.id} and r.import_id = ${id} and r.resource = 'people' and r.record_id = p.id
            and r.undo is null))
      where f.church_id = ${church.id} and f.id = any(${idArray([...names.keys()])})
      group by f.church_id, f.id, f.name, f.address, f.phone`)
    return new Map(
      found.map(one => {
        const { name, filled, members } = one
        const changed = filled || name !== names.get(one.id)
        const has = belongings.get(one.id)
        const reasons: StayReason[] = members > 0 ? [{ code: 'members', count: members }] : changed ? [CHANGED] : []
        return [one.id, judgedBy(name, has ? [...reasons, has] : reasons)]
      }),
    )
  },
  async remove(tx, { church }, records) {
    const ids = idsOf(records)
    await leaveFamilies(tx, church.id, ids)
    await tx.run(sql`delete from families where church_id = ${church.id} and id = any(${idArray(ids)})`)
  },
  async restore() {
    throw new Error(`No import changes ${families.words.many}.`)
  },
}

/** Whoever was removed keeps no family that goes: they would come back into none. */
async function leaveFamilies(tx: Tx, church: number, ids: readonly number[]): Promise<void> {
  const left = await tx.all<{ id: number; branch_id: number; status: string }>(sql`update people set family_id = null,
    updated_at = ${tx.now}::timestamptz where church_id = ${church} and family_id = any(${idArray(ids)}) and removed
    returning id, branch_id, status`)
  if (left.length === 0) return
  await tally(tx, church, 'people', summed(left.map(one => ({ ...one, removed: true, n: 0 }))))
}
