/**
 * Which rows of kept reports may tell of somebody who is forgotten. Finding out for sure takes a dozen looks at the text of a row;
 * what is here leaves few rows for that, since it looks for parts of texts, which costs PostgreSQL less than expressions do.
 */
import type { Db } from '../../db/database.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import { isInternational, tellingDigits } from '../../lib/phone.ts'
import { anyCase, type Forgotten } from '../../resource/forgetting.ts'

/** The text of a row with the letters of English small: in this collation that is the same in any database, and quick. */
export const searched = sql`lower(shown::text collate "C") as text`

/** Shorter parts are found in most rows. */
const SHORTEST_PART = 3

const asSmall = (one: string): string => (one <= '\x7f' ? one.toLowerCase() : one)

/** Letters of English, and what has no capital letters, as they stand in the text of JSON. */
const isPlain = (one: string): boolean =>
  one <= '\x7f' ? one >= ' ' && one !== '"' && one !== '\\' : one.toLowerCase() === one.toUpperCase()

/** The longest part of a text that stands in `searched` wherever the text stands, in whatever case. */
function plainPart(text: string): string {
  const parts = [...text].map(one => (isPlain(one) ? asSmall(one) : '\n')).join('')
  return parts.split('\n').reduce((longest, one) => (one.length > longest.length ? one : longest), '')
}

const has = (part: string): Sql => sql`strpos(text, ${part}) > 0`

/** As it stands within a string of JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** @param text as JSON writes it */
function hasText(text: string): Sql {
  const part = plainPart(text)
  return part.length === text.length || part.length >= SHORTEST_PART ? has(part) : sql`text ~ ${anyCase(text)}`
}

/** The first word of a name and its last, as JSON writes them: a row that has both may mean whoever is called so. */
export const outerWords = (name: string): string[] => {
  const words = name.split(' ')
  return [words[0] ?? '', words.at(-1) ?? ''].map(inJson)
}

/** A cell that ends with a number, as a text with or without spaces behind it. */
const endsCell = (number: string): Sql[] =>
  plainPart(number) === number ? [has(`${number}"`), has(`${number} `)] : [hasText(inJson(number))]

/** A telephone, however its digits are parted: most rows do not have them in this order. */
export const calledBy = (phone: string): string => [...tellingDigits(phone)].join('[^0-9"]{0,3}')

function isCalled(phone: string): Sql {
  const inOrder = `%${[...tellingDigits(phone)].join('%')}%`
  return sql`(text like ${inOrder} and text ~ ${calledBy(phone)})`
}

/**
 * A condition over `text`, which is `searched`. All rows meet it that name somebody by their id, a number, an address, a telephone
 * or their whole name, and few others.
 * @param bare how numbers are compared
 */
export async function mayTell(
  db: Db,
  { church, ids, names, addresses }: Forgotten,
  bare: (text: Sql) => Sql,
): Promise<Sql> {
  const numbers = await db.all<{ number: string }>(sql`select distinct ${bare(sql`number`)} as number from people as p
    cross join lateral unnest(array[p.member_no, p.freed_member_no]) as number
    where p.church_id = ${church.id} and p.id = any(${[...ids]}::bigint[]) and number is not null`)
  return join(
    [
      ...ids.flatMap(id => [has(`: ${id},`), has(`: ${id}}`), ...endsCell(String(id))]),
      ...numbers.flatMap(({ number }) => endsCell(number)),
      ...addresses.map(one => hasText(inJson(one))),
      ...addresses.filter(isInternational).map(isCalled),
      ...names.map(name => join(outerWords(name).map(hasText), ' and ')),
    ],
    ' or ',
  )
}
