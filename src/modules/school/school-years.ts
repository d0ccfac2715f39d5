/** School years: what classes are of. One of them is current (decisions, School). */
import type { TextRow, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { insertRow } from '../../resource/creation.ts'
import { changedSince, described, oneOf } from '../../resource/filter.ts'
import { Json } from '../../resource/json.ts'
import { findOne } from '../../resource/list.ts'
import { type RecordOf, resource } from '../../resource/resource.ts'
import { churchWide, STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { YEAR_STATUSES, yearFields } from './year-fields.ts'
import { yearsInFiles } from './years-in-files.ts'

/** Helpers see single groups, and no list of the church. */
const READ = ['owner', 'administrator', 'staff', 'viewer'] as const

export const schoolYears = resource({
  name: 'school_years',
  explained: {
    says: 'School years, of which one is the current one. At its end children move up with a promotion.',
    chapter: 'groups-and-classes#sunday-school',
  },
  singular: 'SchoolYear',
  words: { one: 'school year', many: 'school years' },
  may: { read: READ },
  icon: 'calendar',
  title: 'name',
  command: 'school-year',
  page: [{ title: 'School year', fields: ['starts_on', 'ends_on', 'status'] }],
  related: [
    {
      of: 'school_classes',
      by: 'school_year_id',
      columns: ['name', 'grade_from', 'grade_to', 'member_count'],
    },
  ],
  limitTo: null,
  inFiles: yearsInFiles,
  fields: yearFields,
  list: {
    columns: ['name', 'starts_on', 'ends_on', 'status'],
    filters: {
      status: described(
        'One status',
        oneOf(YEAR_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: ['id', '-id', 'starts_on', '-starts_on'],
    doc: 'Years of the Sunday school, in the order in which they were added',
  },
  one: { doc: 'One school year' },
})

/** Years of a church are changed one after the other. */
const holdYears = (tx: Tx, church: number): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church}/school_years`}, 1))`)

interface Span {
  name?: string | null | undefined
  starts_on?: string | null | undefined
  ends_on?: string | null | undefined
}

/** @param id of the year itself; 0 for a new one @throws ApiError `validation_failed` */
async function checkYear(tx: Tx, church: number, id: number, { name, starts_on, ends_on }: Span): Promise<void> {
  const problems = new Problems()
  if (starts_on && ends_on && ends_on < starts_on) problems.add('ends_on', because('must not be before starts_on'))
  const taken = await tx.first(sql`select 1 from school_years
    where church_id = ${church} and id <> ${id} and lower(name) = lower(${name ?? ''}::text)`)
  if (taken !== undefined) problems.add('name', because('is the name of another school year'))
  problems.throwIfAny()
}

const { name, starts_on, ends_on } = yearFields

/** Planned; of a church without a current one, current where it has begun. */
export const createYear = action({
  name: 'school_years.create',
  logged: 'Added a school year',
  done: 'The school year was added.',
  may: churchWide(STAFF),
  fields: { name, starts_on, ends_on },
  target: ({ name }) => name,
  async run(tx, { caller: { church }, clock }, input) {
    await holdYears(tx, church.id)
    await checkYear(tx, church.id, 0, input)
    const current = await tx.first(
      sql`select 1 from school_years where church_id = ${church.id} and status = 'current'`,
    )
    const day = today(clock.now(), church.timezone)
    const isNow = current === undefined && input.starts_on <= day && day <= input.ends_on
    return shown(await insertRow(tx, table, church.id, { ...input, status: isNow ? 'current' : 'planned' }))
  },
})

/** A year, locked after all others wait: whatever changes years takes them in one order. @throws ApiError `not_found` */
async function lockYear(tx: Tx, caller: Caller, id: number): Promise<TextRow> {
  await holdYears(tx, caller.church.id)
  const row = await findOne(tx, schoolYears, caller, id, [], sql`for no key update`)
  if (row === undefined) throw new ApiError('not_found')
  return row
}

const shown = (row: TextRow) => new Json<RecordOf<typeof yearFields>>(schoolYears.alone.print(row))
const table = { name: schoolYears.name, printer: schoolYears.alone } as const

export const updateYear = action({
  name: 'school_years.update',
  logged: 'Changed a school year',
  done: 'School year saved.',
  may: churchWide(STAFF),
  fields: {
    id: field.ref('school_years').required(),
    name: field.line(60).settable(),
    starts_on: field.date().settable().label('First day'),
    ends_on: field.date().settable().label('Last day'),
  },
  async run(tx, { caller }, { id, ...input }) {
    const before = await lockYear(tx, caller, id)
    const { column } = schoolYears.alone
    const was = {
      name: column(before, 'name'),
      starts_on: column(before, 'starts_on'),
      ends_on: column(before, 'ends_on'),
    }
    await checkYear(tx, caller.church.id, id, { ...was, ...input })
    return shown(await changeRow(tx, table, caller.church.id, before, input))
  },
})

/** The year that was current until then is past. */
export const makeCurrent = action({
  name: 'school_years.make_current',
  label: 'Make current',
  logged: 'Made a school year the current one',
  confirm: 'The year that is current now will be past, and teachers see the classes of this one.',
  submit: 'Make current',
  done: 'This is the current school year now.',
  may: churchWide(STAFF),
  fields: { id: field.ref('school_years').required() },
  offered: { status: ['planned', 'past'] },
  async run(tx, { caller }, { id }) {
    const before = await lockYear(tx, caller, id)
    await tx.run(sql`update school_years set status = 'past', updated_at = ${tx.now}::timestamptz
      where church_id = ${caller.church.id} and status = 'current' and id <> ${id}`)
    return shown(await changeRow(tx, table, caller.church.id, before, { status: 'current' }))
  },
})

/**
 * Ids of the years whose classes are taught now: the current one, and the one that pupils have moved up to from it already,
 * until that is made current.
 */
export const taughtYears = (church: number): Sql => sql`select y.id from school_years as y
  where y.church_id = ${church} and (y.status = 'current' or y.id in (select p.to_year_id from promotions as p
    join school_years as now on now.church_id = ${church} and now.id = p.from_year_id and now.status = 'current'
    where p.church_id = ${church} and p.status = 'applied'))`

/** The year that is current; undefined where there is none. */
export async function currentYear(tx: Pick<Tx, 'first'>, church: number): Promise<number | undefined> {
  const found = await tx.first<{ id: number }>(
    sql`select id from school_years where church_id = ${church} and status = 'current'`,
  )
  return found?.id
}
