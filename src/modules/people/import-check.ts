/** Judges the rows of an import beside what is on record: whether their numbers are free, and whom they name. */
import type { Db } from '../../db/database.ts'
import { fold } from '../../lib/fold.ts'
import { groupBy } from '../../lib/group.ts'
import type { Church } from '../../resource/caller.ts'
import type { ImportOptions, LeftOut, Refusal } from '../../resource/import-report.ts'
import { type KnownPeople, knownPeople } from './import-known.ts'
import { holdersOf, type NumberHolder } from './import-numbers.ts'
import type { NewPerson } from './insert-people.ts'

/** What becomes of rows. */
export interface Judged {
  accepted: NewPerson[]
  refusals: Refusal[]
  left: LeftOut[]
}

/** @param db a transaction where what is judged must still hold when it is written */
export async function judge(
  db: Db,
  church: Church,
  people: readonly NewPerson[],
  { dedupe, addLines = [] }: ImportOptions,
): Promise<Judged> {
  const numbered = people.filter(({ values }) => values.member_no !== undefined)
  const lines = groupBy(numbered, ({ values }) => values.member_no ?? '')
  const holders = await holdersOf(db, church, [...lines.keys()])
  const known = dedupe ? await knownPeople(db, church, people) : undefined
  const judged: Judged = { accepted: [], refusals: [], left: [] }
  for (const person of people) {
    const { line, values } = person
    const holder = holders.get(values.member_no ?? '')
    const left = known && takenFor(person, holder, known, addLines.includes(line))
    const problem =
      left === undefined ? numberProblem(person, holder, lines.get(values.member_no ?? '') ?? []) : undefined
    if (left !== undefined) judged.left.push(left)
    else if (problem !== undefined) judged.refusals.push({ line, errors: { member_no: problem } })
    else {
      judged.accepted.push(person)
      known?.add(person)
    }
  }
  return judged
}

function takenFor(
  person: NewPerson,
  holder: NumberHolder | undefined,
  known: KnownPeople,
  lookedAt: boolean,
): LeftOut | undefined {
  const { line, values } = person
  const name = [values.first_name, values.middle_name, values.last_name].filter(Boolean).join(' ')
  if (holder !== undefined && !holder.removed && isNamesake(person, holder)) {
    const taken_for = `${holder.full_name}, no. ${values.member_no}`
    return { line, name, taken_for, reasons: ['member_no', 'name'], possible: false }
  }
  const found = known.find(person)
  if (found === undefined) return undefined
  const possible = found.strength === 1
  if (possible && lookedAt) return undefined
  return { line, name, taken_for: found.label, reasons: found.reasons, possible }
}

const isNamesake = ({ values: { first_name = '', last_name } }: NewPerson, holder: NumberHolder): boolean =>
  fold(first_name) === fold(holder.first_name) && fold(last_name ?? '') === fold(holder.last_name ?? '')

function numberProblem(
  { line }: NewPerson,
  holder: NumberHolder | undefined,
  sameNumber: readonly NewPerson[],
): string | undefined {
  const others = sameNumber.map(other => other.line).filter(other => other !== line)
  if (others.length > 0) return `stands in line ${others.slice(0, 5).join(' and ')}, too: a number is one person's`
  if (holder === undefined) return undefined
  const who = `${holder.full_name} (person ${holder.id}${holder.removed ? ', removed' : ''})`
  return `is taken: it belongs to ${who}`
}
