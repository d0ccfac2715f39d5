/** Whether a draft is what would be drawn up now: what was shown is applied, or nothing (decisions, School). */
import type { Tx } from '../../db/database.ts'
import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { because } from '../../texts/because.ts'
import { listIn } from '../../texts/forms.ts'
import { ENGLISH } from '../../texts/language.ts'
import { type DrawnMove, type DrawnUp, drawUp, type Years } from './draft.ts'
import type { Moving } from './move-up.ts'

/** Names of pupils that a refusal tells; of more, how many. */
const NAMED = 5

/** @param why sentences, each a refusal of its own */
const refuse = (...why: readonly string[]): never => {
  const advice = because('Nobody moved. Bring the draft up to date, look at it once more, and apply it then.')
  throw new ApiError('wrong_state', { message: [...why, advice].join(' ') })
}

/** @throws ApiError `wrong_state` for a draft that was changed since it was seen */
export function checkSeen({ revision }: { revision: number }, seen: number): void {
  if (revision !== seen) refuse(because('Somebody has changed this draft since it was shown to you.'))
}

interface StoredMove extends DrawnMove {
  by_hand: boolean
}

/**
 * Compares a draft with what would be drawn up now; its classes and years are locked, and pupils of whom nothing can be done
 * any more are passed over already.
 * @throws ApiError `wrong_state`, with what has changed
 */
export async function checkUpToDate(
  tx: Tx,
  { church: { id: church }, id }: Moving,
  years: Years & { carries: boolean },
): Promise<void> {
  const now = await drawUp(tx, church, years)
  const stored =
    await tx.all<StoredMove>(sql`select person_id, from_group_id, to_group_id, action, by_hand, grade_before,
      grade_after
    from promotion_moves where church_id = ${church} and promotion_id = ${id} and result = 'planned'`)
  const known = await tx.all<{ person_id: number }>(sql`select person_id from promotion_moves
    where church_id = ${church} and promotion_id = ${id}`)
  const drafted = new Set(known.map(({ person_id }) => person_id))
  const joined = now.moves.filter(({ person_id }) => !drafted.has(person_id)).map(({ person_id }) => person_id)
  const otherwise = differing(now, stored)
  const reasons = [
    ...(now.year.carries === years.carries ? [] : [carriesWords(now.year.carries)]),
    ...(joined.length === 0 ? [] : [cameWords(await namesOf(tx, church, joined))]),
    ...(otherwise.length === 0 ? [] : [otherwiseWords(await namesOf(tx, church, otherwise))]),
  ]
  if (reasons.length > 0) refuse(because('Since this draft was drawn up something has changed.'), ...reasons)
}

const carriesWords = (carries: boolean): string =>
  carries
    ? because('The new school year has no classes of its own any more.')
    : because('The new school year has classes of its own now.')

const cameWords = ({ names, count }: Pupils): string =>
  count === 0
    ? because('{whom} came into a class.', { whom: inEnglish(names) })
    : because('{names} and {count, plural, one {# other} other {# others}} came into a class.', {
        names: names.join(', '),
        count,
      })

const otherwiseWords = ({ names, count }: Pupils): string =>
  count === 0
    ? because('It would be otherwise now for {whom}.', { whom: inEnglish(names) })
    : because('It would be otherwise now for {names} and {count, plural, one {# other} other {# others}}.', {
        names: names.join(', '),
        count,
      })

/** Pupils for whom something else would be drawn up now. What was decided by hand stands, as long as it can be done. */
function differing({ year, moves }: DrawnUp, stored: readonly StoredMove[]): number[] {
  const drawn = new Map(moves.toReversed().map(move => [`${move.person_id}/${move.from_group_id}`, move]))
  return stored.flatMap(move => {
    const now = drawn.get(`${move.person_id}/${move.from_group_id}`)
    const isSame =
      now !== undefined &&
      now.grade_before === move.grade_before &&
      (move.by_hand
        ? move.to_group_id === null || year.classes.has(move.to_group_id)
        : now.action === move.action && now.to_group_id === move.to_group_id && now.grade_after === move.grade_after)
    return isSame ? [] : [move.person_id]
  })
}

/** `Ada Obi, Ben Eze and Chi Ude`. */
const inEnglish = (names: readonly string[]): string => listIn(ENGLISH, names)

/** The first of some pupils by their names, and how many others there are. */
interface Pupils {
  names: string[]
  count: number
}

async function namesOf(tx: Tx, church: number, people: readonly number[]): Promise<Pupils> {
  const rows = await tx.all<{ name: string }>(sql`select full_name as name from people
    where church_id = ${church} and id = any(${idArray([...people])}) order by full_name, id limit ${NAMED}`)
  return { names: rows.map(({ name }) => name), count: people.length - rows.length }
}
