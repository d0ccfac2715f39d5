/** Judges the rows of an import beside what is on record: whether their numbers are free, and whom they name. */
import type { Db, Tx } from '../../db/database.ts'
import { fold } from '../../lib/fold.ts'
import { groupBy } from '../../lib/group.ts'
import type { Church } from '../../resource/caller.ts'
import type { ImportOptions, LeftOut } from '../../resource/import-report.ts'
import { judgeChanges, type Match } from './import-changes.ts'
import { type Judged, Overtaken } from './import-judged.ts'
import { changedPeople, type KnownPeople, knownPeople } from './import-known.ts'
import { bareNumber, holdersOf, type NumberHolder } from './import-numbers.ts'
import type { NewPerson } from './insert-people.ts'

/** Judges rows beside what is on record at this moment. */
export async function judge(
  db: Db,
  church: Church,
  people: readonly NewPerson[],
  { dedupe, update, addLines = [], sameLines = [] }: ImportOptions,
): Promise<Judged> {
  const numbered = people.filter(({ values }) => values.member_no !== undefined)
  const sharing = groupBy(numbered, bareOf)
  const holders = await holdersOf(db, church, numbersOf(people))
  const known = dedupe ? await knownPeople(db, church, people) : undefined
  const judged: Judged = { accepted: [], refusals: [], left: [], changes: [] }
  const matches: Match[] = []
  for (const person of people) {
    const { line, values } = person
    const [holder] = values.member_no === undefined ? [] : (holders.get(bareOf(person)) ?? [])
    const left = known && takenFor(person, holder, known, { lookedAt: addLines.includes(line), update })
    const problem =
      left === undefined && values.member_no !== undefined
        ? numberProblem(person, values.member_no, holder, sharing.get(bareOf(person)) ?? [])
        : undefined
    if (left !== undefined)
      matches.push({ person, left: sameLines.includes(line) ? { ...left, possible: false } : left })
    else if (problem !== undefined) judged.refusals.push({ line, errors: { member_no: problem } })
    else {
      judged.accepted.push(person)
      known?.add(person)
    }
  }
  if (update) await judgeChanges(db, church, matches, judged)
  else judged.left.push(...matches.map(({ left }) => left))
  return judged
}

/**
 * Makes sure that nobody took a number since it was judged or reserved.
 * @param numbers those that were reserved for the rows without one
 * @throws Overtaken
 */
export async function stillFree(
  tx: Tx,
  church: Church,
  people: readonly NewPerson[],
  numbers: readonly string[],
): Promise<void> {
  const given = numbersOf(people)
  const held = await holdersOf(tx, church, [...given, ...numbers])
  if (held.size > 0 || people.length - given.length > numbers.length) throw new Overtaken()
}

/**
 * Makes sure that nobody of the rows was added by others since they were judged.
 * @param ours ids of the people of this import
 * @throws Overtaken
 */
export async function noneCame(
  tx: Tx,
  church: Church,
  people: readonly NewPerson[],
  addLines: readonly number[],
  since: string,
  ours: readonly number[],
): Promise<void> {
  const known = await changedPeople(tx, church, people, since, ours)
  const came = people.some(person => {
    const found = known.find(person)
    return found !== undefined && !(found.strength === 1 && addLines.includes(person.line))
  })
  if (came) throw new Overtaken()
}

const numbersOf = (people: readonly NewPerson[]): string[] => people.flatMap(({ values }) => values.member_no ?? [])

const bareOf = ({ values }: NewPerson): string => bareNumber(values.member_no ?? '')

function takenFor(
  person: NewPerson,
  holder: NumberHolder | undefined,
  known: KnownPeople,
  { lookedAt, update }: { lookedAt: boolean; update: boolean | undefined },
): LeftOut | undefined {
  const { line, values } = person
  const name = [values.first_name, values.middle_name, values.last_name].filter(Boolean).join(' ')
  const found = known.find(person)
  if (holder !== undefined && !holder.removed && (update || isNamesake(person, holder))) {
    const taken_for = `${holder.full_name}, no. ${holder.member_no}`
    // A name may have changed; whose number it is, and something else that they share, is certain.
    const isSure = isNamesake(person, holder) || found?.id === holder.id
    const reasons = isNamesake(person, holder) ? ['member_no', 'name'] : ['member_no']
    return { line, name, taken_for, taken_for_id: holder.id, reasons, possible: !isSure }
  }
  if (found === undefined) return undefined
  const possible = found.strength === 1
  if (possible && lookedAt) return undefined
  return { line, name, taken_for: found.label, taken_for_id: found.id, reasons: found.reasons, possible }
}

const isNamesake = ({ values: { first_name = '', last_name } }: NewPerson, holder: NumberHolder): boolean =>
  fold(first_name) === fold(holder.first_name) && fold(last_name ?? '') === fold(holder.last_name ?? '')

function numberProblem(
  { line }: NewPerson,
  number: string,
  holder: NumberHolder | undefined,
  sharing: readonly NewPerson[],
): string | undefined {
  const others = sharing.filter(other => other.line !== line)
  if (others.length > 0) {
    const where = `line ${others
      .map(other => other.line)
      .slice(0, 5)
      .join(' and ')}`
    const [other] = others
    return other?.values.member_no === number
      ? `stands in ${where}, too: a number is one person's`
      : `is, but for zeros at its beginning, the number in ${where}: spreadsheets drop these zeros, so a number is one person's with or without them`
  }
  if (holder === undefined) return undefined
  const who = `${holder.full_name} (person ${holder.id}${holder.removed ? ', removed' : ''})`
  return holder.member_no === number
    ? `is taken: it belongs to ${who}`
    : `is taken: ${holder.member_no}, which is the same but for zeros at its beginning, belongs to ${who}`
}
