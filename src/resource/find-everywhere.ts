/** The search for everything: one statement for all resources that say how their records are found (`found.ts`). */
import { idArray, type TextRow } from '../db/database.ts'
import { every, ident, join, raw, type Sql, sql } from '../db/sql.ts'
import { fold } from '../lib/fold.ts'
import type { Caller } from './caller.ts'
import { columnOf, type Fields } from './field.ts'
import { inChurch } from './in-church.ts'
import { sightOf } from './limit.ts'
import { type Printer, printer } from './print.ts'
import type { Resource } from './resource.ts'
import { beginsWord, hasTrigram, hasWord } from './search.ts'

/** Records of each resource that are shown. */
const MOST_OF_EACH = 5
/** Matches that are put in order: a name that half of a church has is not sorted for all of them. */
const MOST_ORDERED = 200
/** Words that count. */
const MOST_WORDS = 5
/** Letters and digits without which nothing is looked for. */
export const LEAST_LETTERS = 2

/** Fields that are shown of each: those in `by`, the title, and the currency of an amount. */
function shownFields({ fields, title, chosen, found }: Resource): Fields {
  const names = ['id', title ?? 'id', 'currency', ...(found?.by ?? chosen?.by ?? []).flat()]
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

/** Those of a resource that were found, as the API prints them, with fewer fields. */
export interface FoundRecords {
  resource: string
  /** A JSON array. */
  records: string
}

interface Row {
  at: number
  place: number
  texts: string
}

interface Asked {
  text: string
  words: readonly string[]
  caller: Caller
}

/** Words that are looked for; none where too little was typed. */
export function wordsOf(text: string): string[] {
  const words = fold(text)
    .split(/\s+/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
  const letters = words.join('').replace(/[^\p{L}\p{N}]/gu, '')
  return [...letters].length < LEAST_LETTERS ? [] : words.slice(0, MOST_WORDS)
}

/**
 * The statement that finds what a text names in all of these resources, within the sight of who asks; undefined for none.
 * Each of its rows tells the place of its resource, 0 for what the whole text names and 1 for parts, and the record's texts.
 */
export function findStatement(resources: readonly Resource[], text: string, caller: Caller): Sql | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  const asked: Asked = { text, words, caller }
  const arms = resources.flatMap((one, at) => armsOf(one, at, asked))
  return arms.length === 0 ? undefined : sql`${join(arms, ' union all ')}`
}

function armsOf(resource: Resource, at: number, { text, words, caller }: Asked): Sql[] {
  const { part, whole, where } = resource.found ?? {}
  const seen = [sql`t.church_id = ${caller.church.id}`, ...(where ? [where] : []), ...sightOf(resource, caller)]
  const arm = (place: number, wanted: readonly Sql[], most: number, order: Sql): Sql =>
    sql`(select ${at}::integer as at, ${place}::integer as place, ${textsOf(resource, caller)} as texts
      from (select * from ${ident(resource.name)} as t where ${every([...seen, ...wanted])} limit ${most}) as t
      order by ${order} limit ${MOST_OF_EACH})`
  const wholes = whole?.(text, caller.church) ?? []
  return [
    ...wholes.map(one => arm(0, [sql`(${one})`], MOST_OF_EACH, sql`t.id desc`)),
    ...(part === undefined
      ? []
      : [arm(1, partsOf(part, words), MOST_ORDERED, orderOf(resource, part, words, caller.church.id))]),
  ]
}

/** Each word somewhere; words that no index can look up alone are the beginnings of words. */
const partsOf = (part: string, words: readonly string[]): Sql[] =>
  words.map(word => (words.some(hasTrigram) ? hasWord(part, word) : beginsWord(part, word)))

/** Those first in which a word begins as the first one does that was typed; then by title, the newest first where they have none. */
function orderOf({ title, fields }: Resource, part: string, [first = '']: readonly string[], church: number): Sql {
  const spec = fields[title ?? '']?.spec
  const name =
    spec === undefined ? sql`t.id desc` : sql`${inChurch(columnOf(title ?? '', spec, raw('null')), church)}, t.id`
  return sql`strpos(' ' || ${ident(part)}, ${` ${first}`}) = 0, ${name}`
}

/** The columns as a JSON array of PostgreSQL's texts, since those of all resources stand in one column. */
function textsOf(resource: Resource, { church, visible }: Caller): Sql {
  const branches = visible === null ? raw('null') : idArray(visible)
  const columns = Object.entries(shownFields(resource)).map(
    ([name, { spec }]) => sql`(${inChurch(columnOf(name, spec, branches), church.id)})::text`,
  )
  return sql`json_build_array(${join(columns, ', ')})::text`
}

const printers = new Map<Resource, Printer>()

function printerOf(resource: Resource): Printer {
  const known = printers.get(resource) ?? printer(shownFields(resource), true)
  printers.set(resource, known)
  return known
}

/** What the rows of the statement tell: resources in their order, those first of which a record was named wholly. */
export function foundIn(resources: readonly Resource[], rows: readonly Row[]): FoundRecords[] {
  const sorted = rows.toSorted((a, b) => a.place - b.place)
  const places = [
    ...new Set(
      [...sorted.filter(({ place }) => place === 0), ...rows.toSorted((a, b) => a.at - b.at)].map(({ at }) => at),
    ),
  ]
  return places.flatMap(at => {
    const resource = resources[at]
    if (resource === undefined) return []
    const texts = new Set(sorted.filter(row => row.at === at).map(row => row.texts))
    const { print } = printerOf(resource)
    const records = [...texts].slice(0, MOST_OF_EACH).map(one => print(JSON.parse(one) as TextRow))
    return { resource: resource.name, records: `[${records.join()}]` }
  })
}
