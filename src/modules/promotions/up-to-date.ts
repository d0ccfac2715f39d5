/** Whether a draft is what would be drawn up now: what was shown is applied, or nothing (decisions, School). */
import type { Tx } from '../../db/database.ts'
import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { because } from '../../texts/because.ts'
import { type DrawnMove, type DrawnUp, drawUp, type Years } from './draft.ts'
import type { Moving } from './move-up.ts'

/** Names of pupils that a refusal tells; of more, how many. */
const NAMED = 5

const refuse = (why: string): never => {
  throw new ApiError('wrong_state', {
    message: because('{why} Nobody moved. Bring the draft up to date, look at it once more, and apply it then.', {
      why,
    }),
  })
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
    ...(joined.length === 0 ? [] : [`${await namesOf(tx, church, joined)} came into a class.`]),
    ...(otherwise.length === 0 ? [] : [`It would be otherwise now for ${await namesOf(tx, church, otherwise)}.`]),
  ]
  if (reasons.length > 0)
    refuse(because('Since this draft was drawn up something has changed. {reasons}', { reasons: reasons.join(' ') }))
}

const carriesWords = (carries: boolean): string =>
  carries
    ? 'The new school year has no classes of its own any more.'
    : 'The new school year has classes of its own now.'

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

/** `Ada Obi, Ben Eze and 3 others`. */
async function namesOf(tx: Tx, church: number, people: readonly number[]): Promise<string> {
  const rows = await tx.all<{ name: string }>(sql`select full_name as name from people
    where church_id = ${church} and id = any(${idArray([...people])}) order by full_name, id limit ${NAMED}`)
  const names = rows.map(({ name }) => name)
  const more = people.length - names.length
  if (more > 0) names.push(more === 1 ? '1 other' : `${more} others`)
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
