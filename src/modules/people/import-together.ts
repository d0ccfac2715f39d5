/** What rows of people say together: a birthday in three columns, and families that are told apart by numbers. */
import { readDay } from '../../lib/day-text.ts'
import { fold } from '../../lib/fold.ts'
import { groupBy } from '../../lib/group.ts'
import type { Together } from '../../resource/import-meanings.ts'

/** A row, by target. */
type Said = Map<string, string>

/** Columns that are no fields: other programs have them in the place of one. */
export const PARTS = {
  day: 'dob_day',
  month: 'dob_month',
  year: 'dob_year',
  family: 'family_no',
} as const

/** Puts together what stands in several columns or rows. @param targets those that the file has */
export function together(today: string, targets: readonly string[]): Together {
  const families = new NumberedFamilies()
  const mayNumber = targets.includes(PARTS.family) || targets.includes('family')
  return {
    ...(mayNumber && { note: said => families.note(said) }),
    settle(said) {
      joinDay(said, today)
      families.settle(said)
    },
  }
}

/** A day without its year is none that is kept. */
function joinDay(row: Said, today: string): void {
  const [day, month, year] = [PARTS.day, PARTS.month, PARTS.year].map(name => row.get(name))
  for (const name of [PARTS.day, PARTS.month, PARTS.year]) row.delete(name)
  if (day === undefined || month === undefined || year === undefined || row.has('dob')) return
  const text = `${day} ${month} ${year}`
  row.set('dob', readDay(text, 'day_first', today) ?? text)
}

/** What the rows of a family say of it. */
interface NumberedFamily {
  /** As the file calls it. */
  written?: string | undefined
  /** The first surname that one of them has. */
  surname?: string | undefined
  /** Whoever is its head, or stands first. */
  head: { isHead: boolean; first?: string | undefined; last?: string | undefined }
}

/** Families that have a number are called by the surname of their head, or as the file calls them; two of one name by the head, too. */
class NumberedFamilies {
  readonly #families = new Map<string, NumberedFamily>()
  #names: Map<string, string> | undefined

  note(said: ReadonlyMap<string, string>): boolean {
    const number = numberOf(said)
    if (number === undefined) return false
    const [first, last, family] = ['first_name', 'last_name', 'family'].map(name => said.get(name))
    const isHead = said.get('family_role') === 'head'
    const head = { isHead, first, last }
    const one = this.#families.get(number) ?? { head }
    if (isHead && !one.head.isHead) one.head = head
    one.surname ??= last
    if (family !== undefined && !isNumber(family)) one.written ??= family
    this.#families.set(number, one)
    return true
  }

  settle(said: Said): void {
    if (this.#families.size > 0) this.#names ??= namesOf(this.#families)
    const name = this.#names?.get(numberOf(said) ?? '')
    if (name !== undefined) said.set('family', name)
    said.delete(PARTS.family)
  }
}

/** Programs write numbers into columns that they call by the family, too. */
const numberOf = (said: ReadonlyMap<string, string>): string | undefined => {
  const family = said.get('family')
  return said.get(PARTS.family) ?? (family !== undefined && isNumber(family) ? family : undefined)
}

const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** What families are called, by their numbers. */
function namesOf(families: ReadonlyMap<string, NumberedFamily>): Map<string, string> {
  const named = Array.from(families, ([number, { written, surname, head }]) => {
    const first = head.first ?? ''
    return { number, first, name: written ?? head.last ?? surname ?? first }
  })
  const namesakes = groupBy(named, ({ name }) => fold(name))
  return new Map(
    named.map(({ number, first, name }) => {
      const same = namesakes.get(fold(name)) ?? []
      if (same.length === 1) return [number, name]
      const isTold = same.filter(other => other.first === first).length === 1
      return [number, `${name} (${isTold ? first : [first, number].filter(Boolean).join(', ')})`]
    }),
  )
}
