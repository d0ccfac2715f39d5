/** People who are on record twice, as the console lists them; and pairs of whom somebody said that they are two. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { checkVisible } from '../../resource/list.ts'
import { notCompared } from './compare.ts'
import type { DuplicateReason } from './likeness.ts'
import { people } from './people.ts'
import { visibleTo } from './visible-person.ts'

/** As much of a person as the list of duplicates shows. */
export interface DuplicatePerson {
  id: number
  full_name: string
  member_no: string
  email: string | null
  phone: string | null
  dob: string | null
  status: string
  branch_id: number
}

/** Two records that may be of one person. */
export interface DuplicatePair {
  /** 3: very likely, 2: likely, 1: possible. */
  strength: 1 | 2 | 3
  reasons: DuplicateReason[]
  /** The older record first. */
  people: [DuplicatePerson, DuplicatePerson]
}

/** One page of them. */
export interface Duplicates {
  pairs: DuplicatePair[]
  page: number
  has_more: boolean
  /** People in sight who changed since they were compared: their pairs may be others. */
  not_compared: number
}

/** What comparing came to. */
export interface Compared {
  /** False where more people wait to be compared: ask again. */
  complete: boolean
}

const PER_PAGE = 25

/** Pairs of people who are not removed and in sight, the likeliest first. @param page from 1 */
export async function findDuplicates(database: Database, caller: Caller, page: number): Promise<Duplicates> {
  const church = caller.church.id
  const seen = visibleTo(caller)
  const rows = await database.read.all<{ strength: 1 | 2 | 3; reasons: string; people: string }>(sql`
    select d.strength, to_json(d.reasons)::text as reasons, json_build_array(${PERSON('a')}, ${PERSON('b')})::text as people
    from likely_duplicates d
    join lateral (select * from people where church_id = ${church} and id = d.person_id and not removed and ${seen}) a on true
    join lateral (select * from people where church_id = ${church} and id = d.other_id and not removed and ${seen}) b on true
    where d.church_id = ${church} and not exists (select from not_duplicates n
      where n.church_id = ${church} and n.person_id = d.person_id and n.other_id = d.other_id)
    order by d.strength desc, d.person_id, d.other_id limit ${PER_PAGE + 1} offset ${(page - 1) * PER_PAGE}`)
  const waiting = await database.read.first<{ count: number }>(
    sql`select count(*) as count from ${notCompared(church)} and not removed and ${seen}`,
  )
  const pairs = rows.slice(0, PER_PAGE).map(({ strength, reasons, people: both }) => ({
    strength,
    reasons: JSON.parse(reasons) as DuplicateReason[],
    people: JSON.parse(both) as DuplicatePair['people'],
  }))
  return { pairs, page, has_more: rows.length > PER_PAGE, not_compared: waiting?.count ?? 0 }
}

const PERSON = (alias: 'a' | 'b') => {
  const of = alias === 'a' ? sql`a` : sql`b`
  return sql`json_build_object('id', ${of}.id, 'full_name', ${of}.full_name, 'member_no', ${of}.member_no,
    'email', ${of}.email, 'phone', coalesce(${of}.phone, ${of}.whatsapp, ${of}.phone2), 'dob', ${of}.dob,
    'status', ${of}.status, 'branch_id', ${of}.branch_id)`
}

/**
 * Keeps that two records are of two people, so that they are not listed again.
 * @throws ApiError `not_found` for somebody out of sight; `validation_failed` for one and the same person
 */
export async function keepApart(database: Database, caller: Caller, a: number, b: number): Promise<void> {
  const church = caller.church.id
  await database.write(church, async tx => {
    for (const person of [a, b]) await checkVisible(tx, people, caller, person)
    const problems = new Problems()
    if (a === b) problems.add('b', 'must be another person than a')
    problems.throwIfAny()
    await tx.run(sql`insert into not_duplicates (church_id, person_id, other_id, created_at)
      values (${church}, ${Math.min(a, b)}, ${Math.max(a, b)}, ${tx.now}::timestamptz) on conflict do nothing`)
  })
}
