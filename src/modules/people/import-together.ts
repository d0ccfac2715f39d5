/** What rows of people say together: a birthday in three columns, and families that are told apart by numbers. */
import { readDay } from '../../lib/day-text.ts'
import { fold } from '../../lib/fold.ts'
import { groupBy } from '../../lib/group.ts'

/** A row, by target. */
type Said = Map<string, string>

/** Columns that are no fields: other programs have them in the place of one. */
export const PARTS = {
  day: 'dob_day',
  month: 'dob_month',
  year: 'dob_year',
  family: 'family_no',
} as const

/** Puts together what stands in several columns or rows. */
export function together(rows: readonly Said[], today: string): void {
  for (const row of rows) joinDay(row, today)
  nameFamilies(rows)
}

/** A day without its year is none that is kept. */
function joinDay(row: Said, today: string): void {
  const [day, month, year] = [PARTS.day, PARTS.month, PARTS.year].map(name => row.get(name))
  for (const name of [PARTS.day, PARTS.month, PARTS.year]) row.delete(name)
  if (day === undefined || month === undefined || year === undefined || row.has('dob')) return
  const text = `${day} ${month} ${year}`
  row.set('dob', readDay(text, 'day_first', today) ?? text)
}

/** Families that have a number are called by the surname of their head, or as the file calls them; two of one name by the head, too. */
function nameFamilies(rows: readonly Said[]): void {
  const numbered = rows.filter(row => numberOf(row) !== undefined)
  const families = [...groupBy(numbered, row => numberOf(row) ?? '')]
  const named = families.map(([number, members]) => ({ number, members, name: nameOf(members) }))
  const namesakes = groupBy(named, ({ name }) => fold(name))
  for (const { number, members, name } of named) {
    const same = namesakes.get(fold(name)) ?? []
    const first = headOf(members)?.get('first_name') ?? ''
    const isAlone = same.length === 1
    const told = isAlone ? name : `${name} (${first})`
    const isTold =
      isAlone || same.filter(({ members: others }) => headOf(others)?.get('first_name') === first).length === 1
    for (const row of members)
      row.set('family', isTold ? told : `${name} (${[first, number].filter(Boolean).join(', ')})`)
  }
  for (const row of rows) row.delete(PARTS.family)
}

/** Programs write numbers into columns that they call by the family, too. */
const numberOf = (row: Said): string | undefined => {
  const family = row.get('family')
  return row.get(PARTS.family) ?? (family !== undefined && isNumber(family) ? family : undefined)
}

const isNumber = (text: string): boolean => /^\d+$/.test(text)

const headOf = (members: readonly Said[]): Said | undefined =>
  members.find(row => row.get('family_role') === 'head') ?? members[0]

function nameOf(members: readonly Said[]): string {
  const written = members.map(row => row.get('family')).find(name => name !== undefined && !isNumber(name))
  const heads = [headOf(members), ...members]
  const surname = heads.map(row => row?.get('last_name')).find(name => name !== undefined)
  return written ?? surname ?? headOf(members)?.get('first_name') ?? ''
}
