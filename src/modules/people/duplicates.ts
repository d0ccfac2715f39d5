/** People who are on record twice, as the console lists them; and pairs of whom somebody said that they are two. */
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { action, view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { checkVisible } from '../../resource/list.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { inParts, tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { compareTurn, notCompared } from './compare.ts'
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

const may = within(STAFF)

/** Pairs of people who are not removed and in sight, the likeliest first. */
export const duplicatesView = view({
  name: 'duplicates',
  may,
  fields: { page: field.integer(1, 1_000).settable() },
  async run({ read }, caller, { page = 1 }): Promise<Duplicates> {
    const church = caller.church.id
    const seen = visibleTo(caller)
    const pairs = await pairsOf(read, caller, { most: PER_PAGE + 1, before: (page - 1) * PER_PAGE })
    const waiting = await read.first<{ count: number }>(
      sql`select count(*) as count from ${notCompared(church)} and not removed and ${seen}`,
    )
    const has_more = pairs.length > PER_PAGE
    return { pairs: pairs.slice(0, PER_PAGE), page, has_more, not_compared: waiting?.count ?? 0 }
  },
})

/** @param before how many pairs come before them @param after the pair that they come after */
async function pairsOf(
  read: Db,
  caller: Caller,
  { most, before = 0, after }: { most: number; before?: number; after?: DuplicatePair | undefined },
): Promise<DuplicatePair[]> {
  const church = caller.church.id
  const seen = visibleTo(caller)
  const rows = await read.all<{ strength: 1 | 2 | 3; reasons: string; people: string }>(sql`
      select d.strength, to_json(d.reasons)::text as reasons, json_build_array(${PERSON('a')}, ${PERSON('b')})::text as people
      from likely_duplicates d
      join lateral (select * from people where church_id = ${church} and id = d.person_id and not removed and ${seen}) a on true
      join lateral (select * from people where church_id = ${church} and id = d.other_id and not removed and ${seen}) b on true
      where d.church_id = ${church} and not exists (select 1 from not_duplicates n
        where n.church_id = ${church} and n.person_id = d.person_id and n.other_id = d.other_id)
        and ${after === undefined ? sql`true` : isAfter(after)}
      order by d.strength desc, d.person_id, d.other_id limit ${most} offset ${before}`)
  return rows.map(({ strength, reasons, people: both }) => ({
    strength,
    reasons: JSON.parse(reasons) as DuplicateReason[],
    people: JSON.parse(both) as DuplicatePair['people'],
  }))
}

const isAfter = ({ strength, people: [one, other] }: DuplicatePair): Sql =>
  sql`(d.strength < ${strength} or d.strength = ${strength} and (d.person_id, d.other_id) > (${one.id}, ${other.id}))`

/** The columns of one of the two. */
function ofPerson(at: 0 | 1, before: string): Record<string, (pair: DuplicatePair) => string | null> {
  const names = ['member_no', 'full_name', 'email', 'phone', 'dob', 'status'] as const
  return Object.fromEntries(names.map(name => [before + name, ({ people: both }) => both[at][name]]))
}

/** Pairs of a file that are read at once. */
const FILE_BATCH = 1_000

/** All pairs as a file, the likeliest first. */
export const duplicatesFile = tableFile({
  name: 'duplicates_file',
  may,
  fields: {},
  called: 'duplicates',
  columns: {
    strength: (one: DuplicatePair) => one.strength,
    reasons: one => one.reasons.join(', '),
    ...ofPerson(0, ''),
    ...ofPerson(1, 'other_'),
  },
  // By their place: pairs that go meanwhile, as two are merged, push no other out of the file.
  rows: ({ read }, caller) => inParts(FILE_BATCH, after => pairsOf(read, caller, { most: FILE_BATCH, after })),
})

const PERSON = (alias: 'a' | 'b') => {
  const of = alias === 'a' ? sql`a` : sql`b`
  return sql`json_build_object('id', ${of}.id, 'full_name', ${of}.full_name, 'member_no', ${of}.member_no,
    'email', ${of}.email, 'phone', coalesce(${of}.phone, ${of}.whatsapp, ${of}.phone2), 'dob', ${of}.dob,
    'status', ${of}.status, 'branch_id', ${of}.branch_id)`
}

/** As many turns of comparing as somebody may be kept waiting for who asks for it. */
const MOST_TURNS = 5

/** Finds the pairs that the view shows. */
export const refreshDuplicates = action({
  name: 'duplicates.refresh',
  may,
  fields: {},
  // Nothing of the church is changed.
  unlogged: true,
  prepare: ({ derive }, caller) =>
    derive(caller, MOST_TURNS, (tx, before) => compareTurn(tx, caller.church.id, before)),
  run: async (_tx, _context, _input, complete): Promise<Compared> => ({ complete }),
})

/** Keeps that two records are of two people, so that they are not listed again. */
export const keepApart = action({
  name: 'people.not_duplicates',
  logged: 'Marked as not duplicates',
  may,
  fields: { a: field.ref().required(), b: field.ref().required() },
  target: ({ a, b }) => `${a}, ${b}`,
  async check(db, { caller }, { a, b }, problems) {
    for (const person of [a, b]) await checkVisible(db, people, caller, person ?? 0)
    if (a === b) problems.add('b', 'must be another person than a')
  },
  async run(tx, { caller: { church } }, { a, b }) {
    await tx.run(sql`insert into not_duplicates (church_id, person_id, other_id, created_at)
      values (${church.id}, ${Math.min(a, b)}, ${Math.max(a, b)}, ${tx.now}::timestamptz) on conflict do nothing`)
    return { a, b }
  },
})
