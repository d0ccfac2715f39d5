/** Adds classes and changes them: the group and its details in one step (decisions, School). */
import type { Tx } from '../../db/database.ts'
import { ApiError, Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { type ActionContext, action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Fields } from '../../resource/field.ts'
import { Json } from '../../resource/json.ts'
import { findOne } from '../../resource/list.ts'
import { lookUpReferences } from '../../resource/references.ts'
import type { AskedHouse, RecordOf, Referred } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { changeRow } from '../../resource/update.ts'
import { timezoneOf } from '../church/days.ts'
import { addGroup, lockGroup } from '../groups/edit-group.ts'
import { groupPrinter } from '../groups/fields.ts'
import { schedules } from '../meetings/schedules.ts'
import { type ClassDetails, OF_A_CLASS, setDetails } from './class-details.ts'
import { classFields } from './class-fields.ts'
import { schoolClasses } from './school-classes.ts'
import { currentYear } from './school-years.ts'

type ShownClass = RecordOf<typeof classFields>

const { name, branch_id, parent_id, place, capacity, status, school_year_id, grade_from, grade_to, next_group_id } =
  classFields
const details = { school_year_id, grade_from, grade_to, next_group_id }
const ofGroup = { place, capacity }

interface Asking {
  caller: Caller
  house: AskedHouse
}

/** What the references of a form name. @throws ApiError `validation_failed` */
async function referred(
  tx: Tx,
  { caller, house }: Asking,
  fields: Fields,
  input: object,
): Promise<Map<string, Referred>> {
  const problems = new Problems()
  const found = await lookUpReferences(tx, { caller, house }, fields, input, problems)
  problems.throwIfAny()
  return found
}

/** A class as the caller sees it. @throws ApiError `not_found` */
export async function shownClass(tx: Tx, caller: Caller, id: number): Promise<Json<ShownClass>> {
  const row = await findOne(tx, schoolClasses, caller, id)
  if (row === undefined) throw new ApiError('not_found')
  return new Json<ShownClass>(schoolClasses.alone.print(row))
}

const createFields = {
  name,
  branch_id,
  ...details,
  parent_id,
  ...ofGroup,
  local_time: field.time().settable().label('Every Sunday at', 'Its meetings are then planned ahead'),
}

/** The schedule of a class that was just made: every Sunday at this time. */
async function meetOnSundays(
  tx: Tx,
  { caller, clock, house }: Asking & Pick<ActionContext, 'clock'>,
  { id, name, branch_id, local_time }: { id: number; name: string; branch_id: number; local_time: string },
): Promise<void> {
  const starts_on = today(clock.now(), await timezoneOf(tx, caller.church.id, branch_id))
  const found = new Map([['group_id', { id, branch_id }]])
  const input = { name, group_id: id, starts_on, local_time, minutes: MINUTES, rrule: 'FREQ=WEEKLY;BYDAY=SU' }
  await schedules.create?.run(tx, { caller, clock, house }, input, found, 0)
}

/** How long a class usually is. */
const MINUTES = 60

export const createClass = action({
  name: 'school_classes.create',
  logged: 'Added a class',
  done: 'The class was added.',
  may: within(STAFF),
  fields: createFields,
  target: ({ name }) => name,
  async run(tx, context, { school_year_id, grade_from, grade_to, next_group_id, local_time, ...group }) {
    const { caller } = context
    const church = caller.church.id
    const input = { school_year_id, next_group_id, ...group }
    const found = await referred(tx, context, createFields, input)
    const year = school_year_id === undefined ? await currentYear(tx, church) : school_year_id
    const { created: id = 0 } = await addGroup(
      tx,
      caller,
      { ...OF_A_CLASS, ...group },
      found.get('parent_id')?.branch_id,
    )
    const said = { school_year_id: year, grade_from, grade_to, next_group_id }
    await setDetails(tx, church, id, given(said))
    const made = await shownClass(tx, caller, id)
    const { branch_id } = JSON.parse(made.text) as ShownClass
    if (local_time !== undefined) await meetOnSundays(tx, context, { id, name: group.name, branch_id, local_time })
    return made
  },
})

/** The members that were sent. */
const given = (details: { [K in keyof ClassDetails]: ClassDetails[K] | undefined }): ClassDetails =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))

const updateFields = {
  id: field.ref('school_classes').required(),
  name: field.line(120).settable(),
  ...details,
  ...ofGroup,
  status,
}

export const updateClass = action({
  name: 'school_classes.update',
  logged: 'Changed a class',
  done: 'Class saved.',
  may: within(STAFF),
  fields: updateFields,
  async run(tx, context, { id, school_year_id, grade_from, grade_to, next_group_id, ...group }) {
    const { caller } = context
    // The group is what others see and lock; that it is a class is seen with it.
    const before = await lockGroup(tx, caller, id)
    await shownClass(tx, caller, id)
    await referred(tx, context, updateFields, { school_year_id, next_group_id })
    await changeRow(tx, { name: 'groups', printer: groupPrinter }, caller.church.id, before, group)
    await setDetails(tx, caller.church.id, id, given({ school_year_id, grade_from, grade_to, next_group_id }))
    return await shownClass(tx, caller, id)
  },
})
