/** Who is written to together: people who are named, or everybody who matches the filters of the list of people. */
import { createHash } from 'node:crypto'
import { type Db, idArray } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { type Addressee, addresseesOf, findAddressees } from '../people/addressees.ts'
import { living } from '../people/living.ts'
import { readPeopleFilter, wantedOf } from '../people/people-filter.ts'

/** The most people of one batch. */
export const MOST_IN_BATCH = 20_000

/** One of the two. */
export interface Audience {
  person_ids?: readonly number[] | undefined
  /** Parameters of the list of people, as in an address: `status=member&branch_id=2`. */
  filter?: string | undefined
  /** When it is asked for: what filters say of time is judged by it. */
  now: Date
}

/** Tells an audience, as it was asked for, from another. */
export function audienceDigest({ person_ids, filter }: Audience): string {
  const ids = person_ids && [...new Set(person_ids)].sort((one, other) => one - other)
  const asked = [ids ?? null, filter === undefined ? null : wantedOf(filter)]
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}

/**
 * The people of an audience, each once, in the caller's sight; nobody who is removed or has died.
 * @throws ApiError `validation_failed` for an audience that cannot be read, is empty or too large
 */
export async function peopleOf(db: Db, caller: Caller, { person_ids, filter, now }: Audience): Promise<Addressee[]> {
  const problems = new Problems()
  const both = (text: string): void => {
    problems.add('person_ids', text)
    problems.add('filter', text)
  }
  if ((person_ids === undefined) === (filter === undefined)) both('send exactly one of person_ids and filter')
  problems.throwIfAny()
  const name = person_ids === undefined ? 'filter' : 'person_ids'
  const found =
    person_ids === undefined ? await matching(db, caller, filter ?? '', now) : await named(db, caller, person_ids)
  if (found.length === 0) problems.add(name, because('names nobody'))
  if (found.length > MOST_IN_BATCH)
    problems.add(name, because('names more than {most} people', { most: MOST_IN_BATCH }))
  problems.throwIfAny()
  return found
}

async function named(db: Db, caller: Caller, ids: readonly number[]): Promise<Addressee[]> {
  const found = await findAddressees(db, caller, ids)
  const problems = new Problems()
  if (ids.some(id => !found.has(id))) problems.add('person_ids', because('names people that you cannot use'))
  problems.throwIfAny()
  return await livingOf(db, caller, [...new Set([...found.values()].map(({ id }) => id))])
}

async function matching(db: Db, caller: Caller, filter: string, now: Date): Promise<Addressee[]> {
  const conditions = readPeopleFilter(caller, filter, now)
  const rows = await db.all<{ id: number }>(sql`select id from people
    where church_id = ${caller.church.id} and ${living(sql`people`)} and ${every(conditions)} order by id limit ${MOST_IN_BATCH + 1}`)
  return await livingOf(
    db,
    caller,
    rows.map(({ id }) => id),
  )
}

async function livingOf(db: Db, caller: Caller, ids: readonly number[]): Promise<Addressee[]> {
  const found = await addresseesOf(db, caller.church.id, sql`p.id = any(${idArray(ids)}) and ${living()}`)
  return found.filter(({ branch_id }) => canSee(caller, branch_id))
}
