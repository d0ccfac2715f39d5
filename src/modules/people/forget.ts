/** Forgets a person: what is on record about them goes for good, but for what the law makes a church keep (decision 0021). */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { recordMany } from '../../events/record.ts'
import { action, view } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import {
  cleanseAll,
  countTraces,
  type ForgettingCount,
  type Forgotten,
  hindranceOf,
  type Trace,
} from '../../resource/forgetting.ts'
import { checkVisible } from '../../resource/list.ts'
import { ADMINISTRATORS, churchWide } from '../../resource/roles.ts'
import { summed, tally } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { type ForgetHindrance, forgetHindranceWords } from '../../texts/forget-hindrances.ts'
import { ENGLISH } from '../../texts/language.ts'
import { touchFamilies } from './families.ts'
import { personPrinter, shownPerson } from './fields.ts'
import { emptyColumns, forgottenOf } from './forgetting.ts'
import { authorOf, keepHistory } from './history.ts'
import { people } from './people.ts'

const { column, columns, print } = personPrinter

const may = churchWide(ADMINISTRATORS)

/** What forgetting somebody would do, before it is decided. */
export interface Forgetting {
  /** Their name. */
  name: string
  /** What is deleted, made nameless and kept, in this order. */
  places: ForgettingCount[]
  /** Why they cannot be forgotten now; null where they can. */
  hindrance: ForgetHindrance | null
}

const ORDER = ['deleted', 'nameless', 'kept']

export const forgettingView = view({
  name: 'person_forgetting',
  may,
  fields: { id: field.ref('people').required() },
  async run({ read, house: { traces } }, caller, { id }): Promise<Forgetting> {
    await checkVisible(read, people, caller, id)
    const forgotten = await forgottenOf(read, caller.church, id, traces)
    const counts = await countTraces(read, traces, forgotten)
    return {
      name: forgotten.name,
      places: counts.sort((a, b) => ORDER.indexOf(a.fate) - ORDER.indexOf(b.fate)),
      hindrance: (await hindrance(read, caller.church, forgotten, traces)) ?? null,
    }
  },
})

/** Records `person.deleted` for each of their records, empty by then. Forgetting somebody again changes nothing. */
export const forgetPerson = action({
  name: 'people.forget',
  logged: 'Forgot a person',
  done: 'Person forgotten.',
  may,
  stepUp: true,
  fields: { id: field.ref().required() },
  on: people,
  // What is being recorded for them is finished first, and forgotten with the rest.
  alone: true,
  async check(db, { caller: { church }, house: { traces } }, { id = 0 }, problems) {
    const forgotten = await forgottenOf(db, church, id, traces)
    const hindered = await hindrance(db, church, forgotten, traces)
    if (hindered !== undefined) problems.add('id', forgetHindranceWords(hindered, ENGLISH.say))
  },
  async run(tx, { caller, house: { traces } }, { id }, _prepared, before) {
    const { church } = caller
    if (await isForgotten(tx, church.id, id)) return shownPerson(before)
    const forgotten = await forgottenOf(tx, church, id, traces)
    const rows = await recordsOf(tx, forgotten)
    await cleanseAll(tx, traces, forgotten)
    const empty = await emptyRecords(tx, forgotten, rows)
    await recordMany(
      tx,
      church,
      'person.deleted',
      empty.map(row => print(row)),
    )
    keepHistory(tx, church.id, { person: id, kind: 'forgotten', by: authorOf(caller) })
    const own = empty.find(row => idOf(row) === id)
    if (own === undefined) throw new ApiError('not_found')
    return shownPerson(own)
  },
})

const isForgotten = async (db: Db, church: number, id: number): Promise<boolean> =>
  (await db.first(sql`select 1 from people
    where church_id = ${church} and id = ${id} and forgotten_at is not null`)) !== undefined

/** Why somebody cannot be forgotten now. */
async function hindrance(
  db: Db,
  { id: church }: Church,
  forgotten: Forgotten,
  traces: readonly Trace[],
): Promise<ForgetHindrance | undefined> {
  const [id = 0] = forgotten.ids
  const merged = await db.first<{ into: number }>(sql`select merged_into_id as into from people
    where church_id = ${church} and id = ${id} and merged_into_id is not null and forgotten_at is null`)
  if (merged !== undefined) return { code: 'merged', into: merged.into }
  return await hindranceOf(db, traces, forgotten)
}

async function recordsOf(tx: Tx, { church, ids }: Forgotten): Promise<readonly TextRow[]> {
  return await tx.text(sql`select ${columns} from people as t
    where church_id = ${church.id} and id = any(${idArray(ids)}) order by id for update`)
}

/** Empties their records and keeps totals and families. @returns the rows as `personPrinter` expects them */
async function emptyRecords(tx: Tx, forgotten: Forgotten, before: readonly TextRow[]): Promise<readonly TextRow[]> {
  const { church, ids } = forgotten
  const now = sql`${tx.now}::timestamptz`
  const rows = await tx.text(sql`update people as t set ${emptyColumns(forgotten)}, forgotten_at = ${now},
    deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now}
    where church_id = ${church.id} and id = any(${idArray(ids)}) returning ${columns}`)
  await tally(
    tx,
    church.id,
    'people',
    summed([
      ...before.map(row => ({ ...marksOf(row), removed: column(row, 'deleted_at') !== null, n: -1 })),
      ...rows.map(row => ({ ...marksOf(row), removed: true, n: 1 })),
    ]),
  )
  const families = before.flatMap(row => column(row, 'family_id') ?? [])
  await touchFamilies(tx, church.id, families.map(Number))
  return rows
}

const idOf = (row: TextRow): number => Number(column(row, 'id'))

const marksOf = (row: TextRow) => ({
  id: idOf(row),
  branch_id: Number(column(row, 'branch_id')),
  status: column(row, 'status') ?? '',
})
