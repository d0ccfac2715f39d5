/**
 * What becomes of all that is on record about somebody who is forgotten (GDPR, article 17; NDPA, section 34). Each module says
 * it of its own: of what names people, which has no declaration without a fate (`person-reference.ts`), and of copies of what
 * was said of them, which name nobody or stand in texts (`copiesPeople`).
 */
import type { Db, Tx } from '../db/database.ts'
import { ident, join, type Sql, sql } from '../db/sql.ts'
import type { ForgetHindrance } from '../texts/forget-hindrances.ts'
import type { RecordWords } from '../texts/resource-phrases.ts'
import type { Church } from './caller.ts'

/** Somebody who is forgotten, as the traces tell them. */
export interface Forgotten {
  church: Church
  /** Of their record, and of those that were merged into it. */
  ids: readonly number[]
  /** As the books name them. */
  name: string
  /** The same for looking through texts, with those of records that were merged into theirs; no single word, which says nothing of whom it means. */
  names: readonly string[]
  /** E-mail addresses in small letters, and phone numbers, that they have or had and nobody else on record has. */
  addresses: readonly string[]
  /** Parts of a JSON text that only stand in what tells of their record. */
  marks: readonly string[]
  /** Records of theirs that are no longer as they were written. */
  records: readonly { resource: string; theirs: Sql }[]
}

/** What becomes of rows. */
export interface Fate {
  /**
   * deleted: the row goes. nameless: it stays for counts and sums, and names nobody. kept: it goes on telling of them, since it
   * has to.
   */
  fate: 'deleted' | 'nameless' | 'kept'
  /** Why, in a sentence that people read. */
  because: string
  /** What people call the rows here, where that is not what they are called otherwise. */
  words?: RecordWords
  /** Columns with an address: rows that name nobody are theirs by it. */
  alsoBy?: readonly string[]
  /** Rows of theirs that stand in the way, for a while, and why. */
  hinders?: { where: Sql; because: ForgetHindrance }
  /** What stands in columns of rows that stay, `t`, from then on. */
  blank?(forgotten: Forgotten): Readonly<Record<string, Sql>>
  /**
   * What is done first, while the rows still say whose they are.
   * @param theirs the condition on `t`
   * @returns a condition that finds the same rows without reading all of them once more
   */
  before?(tx: Tx, forgotten: Forgotten, theirs: Sql): Promise<Sql> | Promise<void>
}

type More = Pick<Fate, 'words' | 'alsoBy' | 'hinders' | 'before'>
type Blank = NonNullable<Fate['blank']>

/** The rows go. */
export const deleted = (because: string, more: More = {}): Fate => ({ fate: 'deleted', because, ...more })

/** The rows stay, without anything that tells of somebody. */
export const nameless = (because: string, blank: Blank, more: More = {}): Fate => ({
  fate: 'nameless',
  because,
  blank,
  ...more,
})

/** The rows stay as they are, but for what is blanked. */
export const kept = (because: string, more: More & { blank?: Blank } = {}): Fate => ({ fate: 'kept', because, ...more })

/**
 * Whether rows are told to who asks for all that is on record about them: all of each, or these columns; or why not. What is
 * found by a name is never told: somebody else may have the name.
 */
export type Asked =
  | {
      told: true | readonly string[]
      /** What people call the rows, where forgetting does not say it. */
      called?: string
    }
  | { untold: string }

/** Of texts that name somebody. */
export const MAYBE_OTHERS: Asked = { untold: 'They are found by a name, which somebody else may have as well.' }

/** A table that holds copies of what was said of people, whether it names them or not. */
export interface CopiesPeople {
  table: string
  /** What people call its rows; without it they are not told of them. */
  words?: RecordWords
  /** Which of its rows, `t`, tell of somebody. */
  theirs(forgotten: Forgotten): Sql
  /** How many those are, where they are too many to be read by one statement. */
  count?(db: Db, forgotten: Forgotten): Promise<number>
  forgotten: Fate
  asked: Asked
  /** Tables whose rows go or are blanked with them, by `before`. */
  along?: readonly string[]
  /** Its rows are records of the resource of this name. */
  isResource?: true
}

/** Any trace that tells of people, with what becomes of it. */
export interface Trace extends CopiesPeople {
  cleanse(tx: Tx, forgotten: Forgotten): Promise<void>
}

/** Condition on `t` that one of these columns names somebody, or that a row which names nobody has an address of theirs. */
export const namedIn =
  (columns: readonly string[], alsoBy: readonly string[] = []) =>
  ({ ids, addresses }: Forgotten): Sql => {
    const named = columns.map(column => sql`t.${ident(column)} = any(${[...ids]}::bigint[])`)
    if (alsoBy.length === 0 || addresses.length === 0) return sql`(${join(named, ' or ')})`
    const nobody = columns.map(column => sql`t.${ident(column)} is null`)
    const same = alsoBy.map(column => sql`lower(t.${ident(column)}) = any(${[...addresses]}::text[])`)
    return sql`(${join(named, ' or ')} or ${join(nobody, ' and ')} and (${join(same, ' or ')}))`
  }

/** A text as a regular expression finds it, and nothing else. */
const exactly = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * A text as a regular expression finds it in small and capital letters. Both are in the expression: what PostgreSQL takes for
 * a letter depends on the locale of the database, and in that of C only those of English are.
 */
export const anyCase = (text: string): string =>
  [...text]
    .map(one => {
      const cases = [...new Set([one.toLowerCase(), one.toUpperCase(), one])].filter(shape => [...shape].length === 1)
      return cases.length > 1 ? `[${cases.join('')}]` : exactly(one)
    })
    .join('')

/** Condition that a text has one of these: one expression, since a look at each would read the text as often. */
const hasAny = (text: Sql, expressions: readonly string[]): Sql =>
  expressions.length === 0 ? sql`false` : sql`${text} ~ ${expressions.join('|')}`

const inJson = (string: string): string => anyCase(JSON.stringify(string))

/** Condition that JSON text has one of these as a whole string, whatever its case: `ada@example.org` is no `bada@example.org`. */
export const hasString = (text: Sql, strings: readonly string[]): Sql => hasAny(text, strings.map(inJson))

/** What words are made of, beside which another is no word of its own; letters of other scripts in any locale. */
const LETTERS = '\\w\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\ud7ff'

/** Condition that a text which people read has one of these, whatever its case, and not within another word. */
export const hasWords = (text: Sql, words: readonly string[]): Sql =>
  hasAny(
    text,
    words.map(one => `(^|[^${LETTERS}@.+-])${anyCase(one)}($|[^${LETTERS}@+-])`),
  )

/** Condition that JSON text, as the API prints it, tells of somebody: by their number, or by an address of theirs. */
export const tellsOf = (text: Sql, { addresses, marks }: Forgotten): Sql =>
  hasAny(text, [...marks.map(exactly), ...addresses.map(inJson)])

/** Deletes or blanks the rows of a trace by its fate. @returns what the statement returns */
export async function carryOut<Row extends object>(
  tx: Tx,
  { table, theirs, forgotten: { fate, blank, before } }: CopiesPeople,
  forgotten: Forgotten,
  { sets = [], returning = sql`` }: { sets?: readonly Sql[]; returning?: Sql } = {},
): Promise<Row[]> {
  const told = theirs(forgotten)
  const mine = (await before?.(tx, forgotten, told)) ?? told
  const where = sql`where t.church_id = ${forgotten.church.id} and ${mine} ${returning}`
  if (fate === 'deleted') return await tx.all<Row>(sql`delete from ${ident(table)} as t ${where}`)
  const blanked = Object.entries(blank?.(forgotten) ?? {}).map(([column, value]) => sql`${ident(column)} = ${value}`)
  if (blanked.length === 0) return []
  return await tx.all<Row>(sql`update ${ident(table)} as t set ${join([...blanked, ...sets])} ${where}`)
}

/** A table of copies as a trace. */
export const traceOf = (copies: CopiesPeople): Trace => ({
  ...copies,
  async cleanse(tx, forgotten) {
    await carryOut(tx, copies, forgotten)
  },
})

/** What of one trace is deleted, made nameless or kept. */
export interface ForgettingCount extends RecordWords {
  table: string
  fate: Fate['fate']
  count: number
  because: string
}

/** Counts what people are told of before somebody is forgotten; traces with nothing of theirs are left out. */
export async function countTraces(db: Db, traces: readonly Trace[], forgotten: Forgotten): Promise<ForgettingCount[]> {
  const counted: ForgettingCount[] = []
  for (const { table, words, theirs, count: counting, forgotten: fate } of traces) {
    if (words === undefined) continue
    const row = counting
      ? { n: await counting(db, forgotten) }
      : await db.first<{ n: number }>(sql`select count(*)::int as n from ${ident(table)} as t
        where t.church_id = ${forgotten.church.id} and ${theirs(forgotten)}`)
    const count = row?.n ?? 0
    const { one, many } = fate.words ?? words
    if (count > 0) counted.push({ table, one, many, fate: fate.fate, count, because: fate.because })
  }
  return counted
}

/** What stands in the way of forgetting somebody at this moment; undefined where nothing does. */
export async function hindranceOf(
  db: Db,
  traces: readonly Trace[],
  forgotten: Forgotten,
): Promise<ForgetHindrance | undefined> {
  for (const { table, theirs, forgotten: fate } of traces) {
    if (fate.hinders === undefined) continue
    const found = await db.first(sql`select 1 from ${ident(table)} as t where t.church_id = ${forgotten.church.id}
      and ${theirs(forgotten)} and ${fate.hinders.where} limit 1`)
    if (found !== undefined) return fate.hinders.because
  }
  return undefined
}

/** All that tells of somebody, cleansed: copies first, while what they are copies of still says whose it is. */
export async function cleanseAll(tx: Tx, traces: readonly Trace[], forgotten: Forgotten): Promise<void> {
  for (const trace of traces) await trace.cleanse(tx, forgotten)
}

/** What their own records are, for traces with copies of records. */
export const recordsIn = (traces: readonly Trace[], forgotten: Omit<Forgotten, 'records'>): Forgotten['records'] =>
  traces.flatMap(({ table, theirs, isResource }) =>
    isResource ? [{ resource: table, theirs: theirs({ ...forgotten, records: [] }) }] : [],
  )
