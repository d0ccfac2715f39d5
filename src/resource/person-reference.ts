/**
 * What names people. Each module declares its own, so that a merge of two records of one person finds it: what is moved is
 * what is counted before somebody decides; and with it what becomes of it when the person is forgotten (`forgetting.ts`).
 */
import type { Tx } from '../db/database.ts'
import { ident, type Sql, sql } from '../db/sql.ts'
import type { RecordWords } from '../texts/resource-phrases.ts'
import type { Caller } from './caller.ts'
import type { Field, Fields, Use } from './field.ts'
import { carryOut, type Fate, type Forgotten, namedIn, type Trace, traceOf } from './forgetting.ts'
import type { Resource } from './resource.ts'
import { tally } from './tally.ts'
import { countedAs, isMarked, type Totalled } from './tally-marks.ts'

/** A merge of two records of one person, by their ids. */
export interface Merge {
  church: number
  removed: number
  kept: number
}

/** A table whose `person_id` names people: its records follow them. */
export interface MovedReference<T extends string = string> {
  table: T
  /** What people call them. */
  words: RecordWords
  /** The resource that one must be allowed to read to be told how many there are. */
  read: string
  /** Its records belong to branches of their own, which may be others than the person's. */
  ofBranches: boolean
  /** What the caller sees of them, where single records are hidden from some; over the columns of the table. */
  sight?(caller: Caller): Sql | undefined
  /** Which of the removed person's records, `t`, are not moved since the kept one has their like; nothing where all are. */
  left?(church: number, kept: number): Sql
  /** Which of them, `t`, an import had made that was taken back, where that keeps no record of each. */
  takenBack?: Sql
  /** Moves those of the removed record to the kept one. */
  move(tx: Tx, merge: Merge): Promise<void>
  /** What becomes of them when the person is forgotten. */
  forgotten: Fate
  /** Its rows are records of a resource; readers of changes are told when they are blanked. */
  resource?: Totalled
}

/** Records that a family has, by their `family_id`: it stays as long as there are any, ended ones too. */
export type FamilyReference = Pick<MovedReference, 'table' | 'words' | 'read' | 'ofBranches' | 'sight'>

/** The records of a resource that families have. */
export const familyOf = <F extends Fields & Record<'family_id', Field<unknown, Use>>, const N extends string>({
  name,
  words,
  limitTo,
  sight,
}: Resource<F, N>): FamilyReference => ({
  table: name,
  words,
  read: name,
  ofBranches: limitTo === 'branch_id',
  ...(sight && { sight }),
})

/** Columns that name people and that a merge leaves as they are. */
interface StayingReference {
  table: string
  columns: readonly string[]
  /** Why they stay. */
  because: string
  /** What people call its records, where they are told to who asks what is on record about them. */
  words?: RecordWords
  /** Why they are not told. */
  untold?: string
  /** What becomes of them when the person is forgotten. */
  forgotten: Fate
}

/** Records that are told to the person whom they are about, on request. */
export interface ToldReference extends Pick<Trace, 'table' | 'theirs'> {
  /** Columns that are told; all of them where none are said. */
  only: readonly string[] | undefined
  /** What people call them. */
  words: string
}

/** What of all that tells of people is told to them: what forgetting finds, but for what is excused. */
export const toldOf = (traces: readonly Trace[]): ToldReference[] =>
  traces.flatMap(({ table, theirs, words, asked }) =>
    'told' in asked
      ? [
          {
            table,
            theirs,
            only: asked.told === true ? undefined : asked.told,
            words: asked.called ?? words?.many ?? table.replaceAll('_', ' '),
          },
        ]
      : [],
  )

/** What of a module becomes of what names somebody who is forgotten: a trace for each table. */
export const tracesOf = ({ moved, stays = [] }: NamesPeople): Trace[] => [
  ...moved.map(movedTrace),
  ...stays.map(({ table, columns, words, untold, forgotten }) =>
    traceOf({
      table,
      theirs: namedIn(columns),
      forgotten,
      asked: untold === undefined ? { told: true } : { untold },
      ...(words && untold === undefined && { words }),
    }),
  ),
]

function movedTrace({ table, words, forgotten, resource }: MovedReference): Trace {
  const trace = traceOf({
    table,
    words,
    theirs: namedIn(['person_id'], forgotten.alsoBy),
    forgotten,
    asked: { told: true },
  })
  if (resource === undefined) return trace
  return { ...trace, isResource: true, cleanse: (tx, one) => cleanseRecords(tx, trace, one, resource) }
}

/** Records count as changed; the totals stay, the version of the data must not. */
async function cleanseRecords(tx: Tx, trace: Trace, one: Forgotten, resource: Totalled): Promise<void> {
  const { table, forgotten } = trace
  const { tallies } = resource.list
  if (forgotten.fate === 'deleted') {
    if (tallies === true) throw new Error(`${table} keeps totals, so its records cannot be deleted here.`)
    const marked = isMarked(resource)
    const gone = await carryOut<Marked>(tx, trace, one, marked ? { returning: countedAs(resource) } : {})
    // What was not counted yet is in no total.
    const counted = gone.filter(({ status }) => status !== null)
    if (marked && counted.length > 0) {
      await tally(
        tx,
        one.church.id,
        table,
        counted.map(record => ({ ...record, n: -1 })),
      )
    }
    return
  }
  const [row] = await carryOut<Marked>(tx, trace, one, {
    sets: [sql`updated_at = ${tx.now}::timestamptz`],
    ...(tallies === true && { returning: sql`returning id, branch_id, status` }),
  })
  if (row !== undefined) await tally(tx, one.church.id, table, [{ ...row, n: 0 }])
}

/** A record as its totals tell it. */
interface Marked {
  id: number
  branch_id: number
  status: string
}

/** What of a module names people. */
export interface NamesPeople {
  /** In the order in which a merge moves it. */
  moved: readonly MovedReference[]
  /** Ends what removed people do not go on with: what they belong to. In the transaction that removes them. */
  end?(tx: Tx, church: number, people: readonly number[]): Promise<void>
  stays?: readonly StayingReference[]
}

/** Fields of a record that names somebody. */
type Naming = Fields & Record<'person_id', Field<unknown, Use>>

/**
 * The records of a resource whose table has `updated_at`: they count as changed when they are moved.
 * @param forgotten what becomes of them when the person is forgotten
 */
export const personOf = <F extends Naming, const N extends string>(
  { name, words, limitTo, sight, shown, list }: Resource<F, N>,
  forgotten: Fate,
): MovedReference<N> => ({
  table: name,
  words,
  read: name,
  ofBranches: limitTo === 'branch_id',
  forgotten,
  resource: { name, limitTo, list, ...(shown && { shown }) },
  ...(sight && { sight }),
  async move(tx, { church, removed, kept }) {
    const update = sql`update ${ident(name)} set person_id = ${kept}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and person_id = ${removed}`
    if (list.tallies !== true) {
      await tx.run(update)
      return
    }
    const [one] = await tx.all<Marked>(sql`${update} returning id, branch_id, status`)
    // The totals stay; the version of the data must not.
    if (one !== undefined) await tally(tx, church, name, [{ ...one, n: 0 }])
  },
})

/**
 * The rows of a table that is no resource.
 * @param read the resource that one must be allowed to read to be told of them
 * @param forgotten what becomes of them when the person is forgotten
 */
export const personIn = <const T extends string>(
  table: T,
  read: string,
  words: RecordWords,
  forgotten: Fate,
): MovedReference<T> => ({
  table,
  words,
  read,
  forgotten,
  ofBranches: false,
  async move(tx, { church, removed, kept }) {
    await tx.run(sql`update ${ident(table)} set person_id = ${kept}
      where church_id = ${church} and person_id = ${removed}`)
  },
})
