/**
 * Finds people by their names as files have them: "Mrs Ada Obi", "OBI, Ada", "A. Obi". Who has just that name and nobody else
 * is surely meant; namesakes, and those whose names are nearly that, may be.
 */
import leven from 'leven'
import { type Db, textArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Church } from '../../resource/caller.ts'
import { MOST_PROPOSED, type NamedPerson, type NameMatch, nameKey } from '../../resource/import-names.ts'
import { isTitle } from './full-name.ts'

/** People with one word who are compared with a name: a file may name thousands of a family name that thousands have. */
const MOST_COMPARED = 300
/** A word shorter than this is not taken for another that is nearly it. */
const SHORTEST_NEAR = 4
const LONG = 7

/** Two people in one cell are nobody. */
const SEVERAL = /[&+]|\b(and|und|et)\b/i

/** A name as it is on record. */
export interface NameParts {
  first_name: string
  middle_name: string | null
  last_name: string | null
}

/** Somebody, with the words of their name. */
interface Known extends NamedPerson {
  /** First and last name; the middle name is behind them in `all`. */
  outer: string[]
  all: string[]
}

const wordsOf = (text: string): string[] => nameKey(text).split(' ').filter(Boolean)

/** The words of a name without titles; none for two people in one cell. */
function meant(name: string): string[] {
  if (SEVERAL.test(name)) return []
  const words = wordsOf(name)
  const own = words.filter(word => !isTitle(word))
  return own.length > 0 ? own : words
}

const asSet = (words: readonly string[]): string => [...words].sort().join(' ')

/** Whether somebody who is known by something else, too, is called that: by their full name, or the first one alone. */
export function isCalled(name: string, { first_name, middle_name, last_name }: NameParts): boolean {
  const own = meant(name)
  const [first, last] = [wordsOf(first_name), wordsOf(last_name ?? '')]
  const names = [first, [...first, ...last], [...first, ...wordsOf(middle_name ?? ''), ...last]]
  return own.length > 0 && names.map(asSet).includes(asSet(own))
}

/** @returns by `nameKey`; names that lead to nobody are not in it */
export async function peopleByName(db: Db, church: Church, names: readonly string[]): Promise<Map<string, NameMatch>> {
  const asked = new Map(names.map(name => [nameKey(name), meant(name)]))
  const words = new Set([...asked.values()].flat())
  if (words.size === 0) return new Map()
  const holders = holdersOf(await knownBy(db, church, [...words]))
  const found = new Map<string, NameMatch>()
  for (const [key, own] of asked) {
    const match = matchOf(own, holders)
    if (match.may.length > 0) found.set(key, match)
  }
  return found
}

/** People by what names are looked up by. */
interface Holders {
  /** Who has just these words as first and last name, or with the middle name (`asSet`). */
  same: Map<string, Known[]>
  /** Who has a word. */
  word: Map<string, Known[]>
  /** Who has a word, and another one that begins with a letter (`besides`). */
  beside: Map<string, Known[]>
}

const besides = (word: string, other: string): string => `${word} ${other[0]}`

function holdersOf(known: readonly Known[]): Holders {
  const by = (keysOf: (one: Known) => string[]): Map<string, Known[]> => {
    const pairs = known.flatMap(one => [...new Set(keysOf(one))].map(key => ({ key, one })))
    return new Map([...groupBy(pairs, ({ key }) => key)].map(([key, found]) => [key, found.map(({ one }) => one)]))
  }
  return {
    same: by(({ outer, all }) => [asSet(outer), asSet(all)]),
    word: by(({ all }) => all),
    beside: by(({ all }) => pairsOf(all)),
  }
}

/** Each word with the first letter of each other one. */
const pairsOf = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => words.flatMap((other, place) => (place === at ? [] : [besides(word, other)])))

/** Who is compared with a name: who has a word of it; of a word that many have, who has another one that begins alike. */
function compared(own: readonly string[], { word, beside }: Holders): Known[] {
  const first = (people: readonly Known[] = []): Known[] => people.slice(0, MOST_COMPARED)
  const all = own.flatMap((one, at) => {
    const people = word.get(one) ?? []
    if (people.length <= MOST_COMPARED || own.length === 1) return first(people)
    return own.flatMap((other, place) => (place === at ? [] : first(beside.get(besides(one, other)))))
  })
  return [...new Set(all)]
}

/** Everybody who has one of these words in their name. */
async function knownBy(db: Db, { id: church }: Church, words: readonly string[]): Promise<Known[]> {
  const rows = await db.all<
    NamedPerson & NameParts
  >(sql`select p.id, p.branch_id, p.member_no, p.full_name as name, b.name as branch, p.first_name, p.middle_name, p.last_name
    from people p join branches b on b.church_id = ${church} and b.id = p.branch_id
    where p.church_id = ${church} and not p.removed
      and regexp_split_to_array(split_part(p.search, E'\n', 1), '[[:space:][:punct:]]+') && ${textArray(words)}
    order by p.id`)
  return rows.map(({ first_name, middle_name, last_name, ...person }) => {
    const outer = [...wordsOf(first_name), ...wordsOf(last_name ?? '')]
    return { ...person, outer, all: [...outer, ...wordsOf(middle_name ?? '')] }
  })
}

function matchOf(own: readonly string[], holders: Holders): NameMatch {
  const same = own.length === 0 ? [] : (holders.same.get(asSet(own)) ?? [])
  // A name of one word is that of many, whoever is on record by now.
  if (same.length === 1 && own.length > 1) return { sure: true, may: same.map(shown) }
  const known = compared(own, holders)
  const near = own.length > 1 ? known.filter(({ all }) => isNear(own, all)) : known
  const may = [...new Set([...same, ...near])]
  // So many that nobody is proposed by it.
  if (same.length === 0 && own.length === 1 && may.length > MOST_PROPOSED) return { sure: false, may: [] }
  return { sure: false, may: may.slice(0, MOST_PROPOSED).map(shown) }
}

const shown = ({ id, branch_id, member_no, name, branch }: Known): NamedPerson => ({
  id,
  branch_id,
  member_no,
  name,
  branch,
})

/** Whether each word of the shorter name has its like in the longer one, and one of them the same. */
function isNear(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  if (few.length < 2) return false
  const left = [...many]
  const like = few
    .toSorted((a, b) => b.length - a.length)
    .every(word => {
      const at = left.includes(word) ? left.indexOf(word) : left.findIndex(another => isLike(word, another))
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    })
  return like && few.some(word => word.length > 1 && many.includes(word))
}

function isLike(one: string, other: string): boolean {
  if (one.length === 1 || other.length === 1) return one[0] === other[0]
  const shortest = Math.min(one.length, other.length)
  if (shortest < SHORTEST_NEAR) return false
  const most = shortest >= LONG ? 2 : 1
  return leven(one, other, { maxDistance: most + 1 }) <= most
}
