/** POST /people (spec, People; decisions, People and families). */

import type { Db, TextRow, Tx } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { mergeCustom } from '../../resource/custom.ts'
import { limitOf } from '../../resource/limit.ts'
import { type Answer, type WriteContext, write } from '../../resource/resource.ts'
import { tally, tallyRows } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { defaultBranch } from '../church/visible-branch.ts'
import { checkReferences } from './check-references.ts'
import { dedupeBeside } from './dedupe-lock.ts'
import { touchFamilies } from './families.ts'
import { type PersonInput, personFields, personPrinter } from './fields.ts'
import { defaultOptIns, obeyOptIns } from './opt-outs.ts'

const createFields = {
  ...personFields,
  dedupe: field
    .boolean()
    .settable()
    .unasked()
    .doc('true: when the e-mail or phone is already on record, that person is returned and none is created'),
}

type CreateInput = PersonInput & { dedupe?: boolean }

export const createPerson = write({
  fields: createFields,
  creates: true,
  unknown: 'ignore',
  doc: 'Adds a person',
  example: { first_name: 'Ada', last_name: 'Obi', email: 'ada@example.org', phone: '0803 123 4567', dedupe: true },
  meta: { duplicate: { type: 'boolean', description: 'True when the person was on record: nobody was added' } },
  check: (db: Db, { caller }: WriteContext, input: CreateInput, problems: Problems) =>
    checkReferences(db, caller, input, problems),
  async run(tx: Tx, { caller }: WriteContext, { dedupe, ...input }: CreateInput): Promise<Answer> {
    const known = dedupe === true ? await onRecord(tx, caller, input) : undefined
    if (known !== undefined) return { status: 200, data: personPrinter.print(known), meta: { duplicate: true } }
    await checkPlanLimit(tx, caller.church)
    const source = caller.by.kind === 'person' && { source: 'console' }
    const row = await insertPerson(tx, caller.church, { branch_id: defaultBranch(caller), ...source, ...input })
    return { status: 201, data: personPrinter.print(row), created: Number(personPrinter.column(row, 'id')) }
  },
})

const PHONES = ['phone', 'phone2', 'whatsapp'] as const

/**
 * The oldest person in the caller's sight who has the e-mail or a phone of the input. Locks those values until the
 * transaction ends, so that two creations at the same time make one person.
 * @param alike what else they must have in common, over the columns of `people`
 */
async function onRecord(
  tx: Tx,
  caller: Caller,
  input: PersonInput,
  alike: Sql = sql`true`,
): Promise<TextRow | undefined> {
  const church = caller.church.id
  const numbers = [...new Set(PHONES.map(name => input[name]).filter(number => typeof number === 'string'))]
  const same: Sql[] = PHONES.flatMap(name =>
    numbers.length > 0 ? [sql`${ident(name)} = any(${numbers}::text[])`] : [],
  )
  if (input.email) same.push(sql`lower(email) = lower(${input.email})`)
  if (same.length === 0) return undefined
  const locked = [...numbers, ...(input.email ? [input.email.toLowerCase()] : [])].map(value => `${church}/${value}`)
  dedupeBeside(tx, church)
  for (const value of locked.sort()) await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${value}, 1))`)
  const rows = await tx.text(sql`select ${personPrinter.columns} from people as t
    where church_id = ${church} and not removed and (${join(same, ' or ')}) and ${limitOf('branch_id', caller) ?? sql`true`} and ${alike} order by id limit 1`)
  return rows[0]
}

/** @throws ApiError `plan_limit_reached` when the church may not have so many more people */
export async function checkPlanLimit(tx: Tx, church: Church, more = 1): Promise<void> {
  if (church.people_limit === null) return
  // Taken by each creation, so that two at the same time cannot both be the last.
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  await checkRoom(tx, church, more)
}

/** The same as it is at this moment, before anything is written. @throws ApiError `plan_limit_reached` */
export async function checkRoom(db: Db, church: Church, more: number): Promise<void> {
  if (church.people_limit === null || (await peopleCount(db, church)) + more <= church.people_limit) return
  const message = because('This church may have {people_limit} people. Nothing was saved; ask for a larger plan.', {
    people_limit: church.people_limit,
  })
  throw new ApiError('plan_limit_reached', { message })
}

/**
 * The person on record whom somebody says to be, or else a new one.
 * @param alike what a person on record must have in common beside an address, over the columns of `people`
 * @throws ApiError `plan_limit_reached`
 */
export async function personFor(
  tx: Tx,
  caller: Caller,
  input: PersonInput & { branch_id: number },
  alike: Sql,
): Promise<number> {
  const known = await onRecord(tx, caller, input, alike)
  if (known !== undefined) return Number(personPrinter.column(known, 'id'))
  await checkPlanLimit(tx, caller.church)
  return Number(personPrinter.column(await insertPerson(tx, caller.church, input), 'id'))
}

/** People of a church who are not removed. */
export async function peopleCount(db: Db, { id: church }: Church): Promise<number> {
  const found = await db.first<{ n: string }>(
    sql`select coalesce(sum(n), 0)::text as n from ${tallyRows(church, 'people')} where not removed`,
  )
  return Number(found?.n)
}

/** Numbers that are looked through for a free one: whole blocks may have come with imports. */
const FURTHEST = 10_000_000

/** How a number that counts people is written (decisions, People and families, `member_no`). */
const memberNumber = (n: Sql): Sql => sql`lpad(${n}::text, greatest(6, length(${n}::text)), '0')`

/**
 * Inserts a person with the next member number that nobody has, keeps the totals and records `person.created`.
 * @param input checked values; what is missing takes its default
 * @returns the row as `personPrinter` expects it
 */
async function insertPerson(tx: Tx, church: Church, input: PersonInput & { branch_id: number }): Promise<TextRow> {
  const defaults = { country: church.country, source: 'api', ...defaultOptIns(church.id, input) }
  const values: Record<string, unknown> = { ...defaults, ...input }
  if (input.custom !== undefined) values.custom = mergeCustom({}, input.custom)
  const names = Object.keys(values)
  const cells = names.map(name =>
    name === 'custom' ? sql`${JSON.stringify(values[name])}::jsonb` : sql`${values[name]}`,
  )
  const [row = []] = await tx.text(sql`
    with counted as (
      update churches set last_member_no = (select n
          from (select generate_series(last_member_no + 1, last_member_no + ${FURTHEST}) as n) as next
          where (select id from people where church_id = ${church.id} and member_no = ${memberNumber(sql`n`)}) is null limit 1)
        where id = ${church.id} returning last_member_no)
    insert into people as t (church_id, member_no, created_at, updated_at, ${join(names.map(ident))})
    select ${church.id}, ${memberNumber(sql`last_member_no`)},
      ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${join(cells)} from counted
    returning ${personPrinter.columns}`)
  const id = Number(personPrinter.column(row, 'id'))
  const status = personPrinter.column(row, 'status') ?? ''
  await Promise.all([
    tally(tx, church.id, 'people', [{ id, branch_id: input.branch_id, status, n: 1 }]),
    record(tx, church, 'person.created', personPrinter.print(row)),
    touchFamilies(tx, church.id, [input.family_id]),
    obeyOptIns(tx, church.id, input, input),
  ])
  return row
}
