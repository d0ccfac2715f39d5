/** Guesses what the columns of a file are, what its values mean, and which kind of file it is. */

import { marksOf } from '../lib/currency-marks.ts'
import { type DayOrder, ToldOrder } from '../lib/day-text.ts'
import { firstOf } from '../lib/first-of.ts'
import { own } from '../lib/own.ts'
import { toInternational } from '../lib/phone.ts'
import { nearest } from '../lib/text.ts'
import type { Church } from './caller.ts'
import { type FileTable, type ImportMapping, textsOf } from './import-mapping.ts'
import type { FormerSystem, KnownNames, Meanings, Target } from './import-meanings.ts'
import { CUSTOM, plain } from './import-meanings.ts'

/** What a column is taken for, and why. */
export interface GuessedColumn {
  target: string
  by: 'title' | 'system' | 'values' | 'nothing'
}

/** The titles that an importer knows, plain. */
export function titleIndex({ targets, titles }: Meanings): Map<string, string> {
  const index = new Map<string, string>()
  // What an importer knows goes before what pages call a field, and its own name before both.
  for (const { name, label } of targets) index.set(plain(label), name)
  for (const [title, target] of Object.entries(titles)) index.set(plain(title), target)
  for (const { name } of targets) index.set(plain(name), name)
  return index
}

/** The system that a file was exported from; undefined where none is known by these titles. */
export function systemOf(titles: readonly string[], systems: readonly FormerSystem[] = []): FormerSystem | undefined {
  const there = new Set(titles.map(plain))
  const isThere = (title: string | readonly string[]): boolean => [title].flat().some(one => there.has(plain(one)))
  return systems.find(({ telling }) => telling.every(isThere))
}

/** What each column is taken for, by title. A target that holds one value is given once. */
export function guessColumns(table: FileTable, meanings: Meanings, church: Church): Record<string, GuessedColumn> {
  const index = titleIndex(meanings)
  const system = systemOf(table.titles, meanings.systems)
  const theirs = new Map(Object.entries(system?.columns ?? {}).map(([title, target]) => [plain(title), target]))
  const kinds = new Map(meanings.targets.map(({ name, kind }) => [name, kind]))
  const taken = new Set<string>()
  const guessed = new Map<string, GuessedColumn>()
  const take = (title: string, target: string | undefined, by: GuessedColumn['by']): boolean => {
    // Several columns of free text are joined.
    const isFree = target !== undefined && (kinds.get(target) === 'text' || !taken.has(target))
    if (target === undefined || !isFree || guessed.has(title)) return false
    taken.add(target)
    guessed.set(title, { target, by })
    return true
  }
  for (const title of table.titles) {
    const own = theirs.get(plain(title))
    if (own !== undefined) take(title, own, 'system')
  }
  for (const title of table.titles) if (!theirs.has(plain(title))) take(title, meant(title, index, church), 'title')
  for (const [at, title] of table.titles.entries()) {
    if (!guessed.has(title) && !theirs.has(plain(title)))
      take(title, byValues(firstOf(textsOf(table, at), SAMPLE), meanings, church), 'values')
  }
  return Object.fromEntries(
    table.titles.map(title => [title, guessed.get(title) ?? { target: '', by: 'nothing' as const }]),
  )
}

/** Words around a title that say nothing of its own. */
const AROUND =
  /^(member s |members |person s |the |your |primary |main |contact )+|( no| nos| number| address| in full| optional| required| yyyy mm dd| dd mm yyyy| mm dd yyyy)+$/g

function meant(title: string, index: ReadonlyMap<string, string>, { currency, country }: Church): string | undefined {
  if (title.toLowerCase().startsWith(CUSTOM)) return title
  const words = plain(title)
  const marked = marksOf(currency, country).has(words.split(' ').at(-1) ?? '')
    ? words.replace(/( in)? \S+$/, '')
    : words
  return [words, marked, words.replace(AROUND, ''), words.replace(/s$/, ''), words.replace(/ /g, '')]
    .map(one => index.get(one))
    .find(one => one !== undefined)
}

/** Texts that are looked at: the first ones tell. */
const SAMPLE = 50
/** Of ten values so many must be of a kind. */
const MOST_OF_TEN = 8

function byValues(sample: readonly string[], { contacts }: Meanings, { country }: Church): string | undefined {
  const are = (test: (text: string) => boolean): boolean =>
    sample.length > 0 && sample.filter(test).length * 10 >= sample.length * MOST_OF_TEN
  if (contacts === undefined) return undefined
  if (are(text => /^[^\s@]+@[^\s@]+\.\w+$/.test(text))) return contacts.email
  const isPhone = (text: string): boolean =>
    text.replace(/\D/g, '').length >= 9 && !/^\d{4}-/.test(text) && toInternational(text, country) !== null
  return are(isPhone) ? contacts.phone : undefined
}

/** A value that is asked for: what the file has, how often, and what it is taken for. */
export interface GuessedValue {
  text: string
  count: number
  /** Undefined where nothing is known of it. */
  value: string | undefined
}

/** Different values of one column that are looked at: more of them are no choices. */
const MOST_VALUES = 500

/** The values of the columns that have choices, by target. */
export function guessValues(
  table: FileTable,
  columns: Readonly<Record<string, string>>,
  meanings: Meanings,
  known: Readonly<Record<string, KnownNames>>,
): Record<string, GuessedValue[]> {
  const system = systemOf(table.titles, meanings.systems)
  const asked = meanings.targets.flatMap(target => {
    const names = known[target.name]
    const hasChoices = (names?.names ?? target.choices ?? target.usual) !== undefined || target.kind === 'switch'
    const places = table.titles.flatMap((title, at) => (own(columns, title) === target.name ? [at] : []))
    return hasChoices && places.length > 0 ? [{ target, names, places, found: new Values() }] : []
  })
  for (const { cells } of table.rows) {
    for (const { target, places, found } of asked) {
      for (const at of places) {
        const text = cells[at]?.normalize('NFC').trim()
        if (text && !own(meanings.several, target.name)?.(text)) found.note(text)
      }
    }
  }
  return Object.fromEntries(
    asked.flatMap(({ target, names, found }) => {
      const values = found.counted.map(one => ({
        ...one,
        value: own(system?.values?.[target.name], plain(one.text)) ?? valueFor(one.text, target, meanings, names),
      }))
      return values.length === 0 ? [] : [[target.name, values]]
    }),
  )
}

/** The different values of a column, as they are written first. */
class Values {
  readonly #counts = new Map<string, { text: string; count: number }>()
  readonly #plain = new Map<string, string>()

  note(text: string): void {
    if (this.#counts.size > MOST_VALUES) return
    const key = this.#plain.get(text) ?? plain(text)
    if (this.#plain.size < MOST_VALUES) this.#plain.set(text, key)
    const one = this.#counts.get(key)
    if (one === undefined) this.#counts.set(key, { text, count: 1 })
    else one.count += 1
  }

  /** None where there are too many to be choices. */
  get counted(): readonly { text: string; count: number }[] {
    return this.#counts.size > MOST_VALUES ? [] : [...this.#counts.values()]
  }
}

const SWITCH: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['yes', 'y', 'true', '1', 'x', 'on', '✓'].map(text => [text, 'true'])),
  ...Object.fromEntries(['no', 'n', 'false', '0', 'off'].map(text => [text, 'false'])),
}

/** What people call the branch that all others belong to. */
const HEAD =
  /^(hq|h q|head ?quarters?|head office|head church|head branch|main|main campus|main site|main church|main branch|mother church|central|national hq|parish hq)$/

/** The value that a text is taken for. */
function valueFor(
  text: string,
  target: Target,
  { values }: Meanings,
  names: KnownNames | undefined,
): string | undefined {
  const words = plain(text)
  if (target.kind === 'switch') return own(SWITCH, words)
  const choices = names?.names ?? target.choices ?? target.usual ?? []
  const exact = choices.find(choice => plain(choice) === words)
  if (exact !== undefined) return exact
  const usual = own(values?.[target.name], words)
  if (usual !== undefined && (names === undefined || choices.includes(usual))) return usual
  if (names !== undefined) return names.head !== undefined && HEAD.test(words) ? names.head : likeName(words, choices)
  return Object.entries(values?.[target.name] ?? {}).find(([like]) => words.startsWith(`${like} `))?.[1]
}

/** "Tithes" is "Tithe", "Yaba Parish" is "Yaba": the one name that is almost the same, or that the text begins with. */
function likeName(words: string, names: readonly string[]): string | undefined {
  const begun = names.filter(name => words.startsWith(`${plain(name)} `) || plain(name).startsWith(`${words} `))
  if (begun.length === 1) return begun[0]
  const byPlain = new Map(names.map(name => [plain(name), name]))
  const near = nearest(words, [...byPlain.keys()], 2).filter(name => Math.abs(name.length - words.length) < 2)
  const close = near.filter(name => name.slice(0, 4) === words.slice(0, 4) && name.length > 3)
  return close.length === 1 ? byPlain.get(close[0] ?? '') : undefined
}

/** How the days of each target are written. */
export function guessDays(
  table: FileTable,
  columns: Readonly<Record<string, string>>,
  { targets }: Meanings,
  { country }: Church,
  before?: DayOrder | '',
): Record<string, DayOrder> {
  const asked = targets.flatMap(({ name, kind }) => {
    const places = table.titles.flatMap((title, at) => (own(columns, title) === name ? [at] : []))
    return kind === 'date' && places.length > 0 ? [{ name, places, told: new ToldOrder() }] : []
  })
  if (asked.length === 0) return {}
  for (const { cells } of table.rows) {
    for (const { places, told } of asked) {
      for (const at of places) {
        const text = cells[at]?.normalize('NFC').trim()
        if (text) told.note(text)
      }
    }
  }
  return Object.fromEntries(
    asked.flatMap(({ name, told }) => {
      const order = told.in(country, before)
      return order === undefined ? [] : [[name, order]]
    }),
  )
}

/** How well a file fits: none where it lacks what is needed, else the share of its columns that have a meaning. */
export function fitOf(guessed: Readonly<Record<string, GuessedColumn>>, { needs }: Meanings): number {
  const all = Object.values(guessed)
  const targets = new Set(all.map(({ target }) => target))
  if (!needs.every(group => group.some(name => targets.has(name)))) return 0
  return all.filter(({ by }) => by === 'title' || by === 'system').length / Math.max(all.length, 1)
}

/** A mapping of what was guessed. */
export function mappingOf(
  columns: Record<string, string>,
  values: Readonly<Record<string, readonly GuessedValue[]>>,
  days: Record<string, DayOrder>,
): ImportMapping {
  const chosen = Object.entries(values).map(([target, list]) => {
    const known = list.flatMap(({ text, value }) => (value === undefined ? [] : [[plain(text), value] as const]))
    return [target, Object.fromEntries(known)] as const
  })
  return { columns, values: Object.fromEntries(chosen), days }
}
