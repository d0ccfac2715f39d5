/** Judges the rows of an import beside what is on record: whether their numbers are free, and whom they name. */
import { setImmediate } from 'node:timers/promises'
import type { Db, Tx } from '../../db/database.ts'
import { fold } from '../../lib/fold.ts'
import { Repeats } from '../../lib/repeats.ts'
import type { Church } from '../../resource/caller.ts'
import { earlierLine, type ImportOptions, type LeftOut, takenAs } from '../../resource/import-report.ts'
import type { Rows } from '../../resource/import-rows.ts'
import { msg } from '../../texts/language.ts'
import { judgeChanges, type Match } from './import-changes.ts'
import { AcceptedPeople, addedIn, type Judged, type NewPerson, Overtaken } from './import-judged.ts'
import { changedPeople, type KnownPeople, Looking } from './import-known.ts'
import { familiesOnRecord, NO_FAMILY } from './import-look-ups.ts'
import { LookedAt, type Taken } from './import-looked-at.ts'
import { bareOf, numberProblem, type Sharing, sharingOf } from './import-number-problems.ts'
import { holdersOf, type NumberHolder } from './import-numbers.ts'

/** Pieces of a file that are looked through together. */
const AT_ONCE = 10

/** What rows are judged with. */
interface Beside {
  known: KnownPeople | undefined
  /** Rows whose number others bring, too. */
  sharing: Sharing
  /** Lines that change somebody, by whom. */
  lines: Map<number, number>
  options: ImportOptions
  looked: LookedAt
}

/**
 * Judges rows beside what is on record at this moment, piece by piece.
 * @param note told of each piece what becomes of it
 */
export async function judge(
  db: Db,
  church: Church,
  rows: Rows<NewPerson>,
  options: ImportOptions,
  note: (judged: Judged) => void,
): Promise<AcceptedPeople> {
  const accepted = new AcceptedPeople()
  const beside: Beside = {
    ...(await lookThrough(db, church, rows, options)),
    lines: new Map(),
    options,
    looked: new LookedAt(options),
  }
  for (const piece of rows.pieces) {
    const judged = await judgePiece(db, church, piece.rows(), beside)
    if (judged.accepted.length === piece.size && judged.changes.length === 0) accepted.take(piece)
    else accepted.pack(judged.accepted)
    accepted.note(judged.accepted)
    note(judged)
    await setImmediate()
  }
  return accepted
}

/** What has to be known of the whole file before any of its rows can be judged. */
async function lookThrough(
  db: Db,
  church: Church,
  rows: Rows<NewPerson>,
  options: ImportOptions,
): Promise<Pick<Beside, 'known' | 'sharing'>> {
  const looking = options.dedupe ? new Looking(db, church) : undefined
  const numbers = new Repeats()
  for (let at = 0; at < rows.pieces.length; at += AT_ONCE) {
    const people = rows.pieces.slice(at, at + AT_ONCE).flatMap(piece => piece.rows())
    for (const person of people) if (person.values.member_no !== undefined) numbers.note(bareOf(person))
    await looking?.look(people)
    await setImmediate()
  }
  return { known: await looking?.found(), sharing: sharingOf(rows, numbers.found()) }
}

async function judgePiece(db: Db, church: Church, people: readonly NewPerson[], beside: Beside): Promise<Judged> {
  const { known, sharing, lines, options, looked } = beside
  const holders = await holdersOf(db, church, numbersOf(people))
  const families = await familiesOnRecord(
    db,
    church,
    people.flatMap(({ values }) => values.family_id ?? []),
  )
  const judged: Judged = { accepted: [], refusals: [], left: [], changes: [] }
  const matches: Match[] = []
  for (const person of people) {
    const { line, values } = person
    // One that was there when the file was read may be gone by the time of another attempt.
    if (typeof values.family_id === 'number' && !families.has(values.family_id)) {
      judged.refusals.push({ line, errors: { family_id: NO_FAMILY } })
      continue
    }
    const [holder] = values.member_no === undefined ? [] : (holders.get(bareOf(person)) ?? [])
    const found = known && takenFor(person, holder, known, options)
    const left = looked.leaves(line) ? leftByHand(person, found) : found && looked.settle(found)
    const problem =
      left === undefined && values.member_no !== undefined
        ? numberProblem(person, values.member_no, holder, sharing.get(bareOf(person)) ?? [])
        : undefined
    if (left !== undefined) matches.push({ person, left })
    else if (problem !== undefined) judged.refusals.push({ line, errors: { member_no: problem } })
    else {
      judged.accepted.push(person)
      known?.add(person)
    }
  }
  if (options.update) await judgeChanges(db, church, matches, judged, lines)
  else judged.left.push(...matches.map(({ left }) => left))
  return judged
}

/**
 * Makes sure that nobody of the rows was added by others since they were judged.
 * @param ours how many people this import added or changed
 * @throws Overtaken
 */
export async function noneCame(
  tx: Tx,
  church: Church,
  rows: Rows<NewPerson>,
  addLines: readonly number[],
  since: string,
  ours: number,
): Promise<void> {
  const known = await changedPeople(tx, church, rows, since, ours)
  if (known === undefined) return
  const looked = new Set(addLines)
  for (const people of addedIn(rows)) {
    const came = people.some(person => {
      const found = known.find(person)
      return found !== undefined && !(found.strength === 1 && looked.has(person.line))
    })
    if (came) throw new Overtaken()
  }
}

const numbersOf = (people: readonly NewPerson[]): string[] => people.flatMap(({ values }) => values.member_no ?? [])

function takenFor(
  person: NewPerson,
  holder: NumberHolder | undefined,
  known: KnownPeople,
  { update }: ImportOptions,
): Taken | undefined {
  const { line } = person
  const name = nameOf(person)
  const found = known.find(person)
  if (holder !== undefined && !holder.removed && (update || isNamesake(person, holder))) {
    const said = numbered(holder)
    // A name may have changed; whose number it is, and something else that they share, is certain.
    const isSure = isNamesake(person, holder) || found?.id === holder.id
    const reasons = isNamesake(person, holder) ? ['member_no', 'name'] : ['member_no']
    return { line, name, ...said, taken_for_id: holder.id, reasons, possible: !isSure, mayBeOther: false }
  }
  if (found === undefined) return undefined
  const possible = found.strength === 1
  const { label, id, reasons } = found
  const whom = typeof label === 'number' ? earlierLine(label) : { taken_for: label }
  return { line, name, ...whom, taken_for_id: id, reasons, possible, mayBeOther: possible }
}

/** What somebody is called who is known by a number. */
const numbered = ({ full_name, member_no }: NumberHolder): Pick<LeftOut, 'taken_for' | 'taken_said'> =>
  takenAs({ message: msg('{name}, no. {number}'), values: { name: full_name, number: member_no } })

const leftByHand = (person: NewPerson, found?: Taken): LeftOut => {
  const { taken_for = '', taken_said, taken_for_id, reasons = [] } = found ?? {}
  return { line: person.line, name: nameOf(person), taken_for, taken_said, taken_for_id, reasons, possible: true }
}

const nameOf = ({ values: { first_name, middle_name, last_name } }: NewPerson): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

const isNamesake = ({ values: { first_name = '', last_name } }: NewPerson, holder: NumberHolder): boolean =>
  fold(first_name) === fold(holder.first_name) && fold(last_name ?? '') === fold(holder.last_name ?? '')
