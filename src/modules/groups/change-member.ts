/** Changes a membership: the role, the days, its end. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { findOne } from '../../resource/list.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { dayIn } from '../church/days.ts'
import { countIn, holdGroup, type LockedGroup } from './add-members.ts'
import { type MemberChange, memberPrinter } from './member-fields.ts'
import { ofGroupsInSight } from './sight.ts'

const MEMBERS = { name: 'group_members', alone: memberPrinter, limitTo: 'branch_id', sight: ofGroupsInSight } as const

const { column } = memberPrinter

/**
 * Changes what differs. The group is locked before the membership, as where people join.
 * @returns the row as `memberPrinter` expects it
 * @throws ApiError `not_found`; `validation_failed` for one that ended, or for the last leader of an active group
 */
export async function changeMember(tx: Tx, caller: Caller, id: number, change: MemberChange): Promise<TextRow> {
  const { confirmed = false, ...wanted } = change
  const church = caller.church.id
  const seen = await findOne(tx, MEMBERS, caller, id)
  if (seen === undefined) throw new ApiError('not_found')
  const group = await holdGroup(tx, church, Number(column(seen, 'group_id')))
  const before = (await findOne(tx, MEMBERS, caller, id, [], sql`for no key update`)) ?? seen
  const wasActive = column(before, 'status') === 'active'
  const ends = wasActive && wanted.status === 'left'
  const problems = new Problems()
  checkState(problems, { wasActive, ends }, wanted)
  const left_on = ends ? (wanted.left_on ?? (await dayIn(tx, church, group.branch_id))) : wanted.left_on
  checkDays(problems, wanted.joined_on ?? column(before, 'joined_on'), left_on ?? column(before, 'left_on'))
  const led = wasActive && column(before, 'role') === 'leader'
  const leads = wasActive && !ends && (wanted.role ?? column(before, 'role')) === 'leader'
  if (led && !leads && !confirmed) checkLeaders(problems, group, ends ? 'status' : 'role')
  problems.throwIfAny()
  await changeRow(tx, { name: 'group_members', printer: memberPrinter }, church, before, { ...wanted, left_on })
  await countIn(tx, church, group.id, ends ? -1 : 0, Number(leads) - Number(led))
  // As the caller sees it: the name of somebody of another branch is not shown.
  return (await findOne(tx, MEMBERS, caller, id)) ?? before
}

interface States {
  wasActive: boolean
  ends: boolean
}

function checkState(
  problems: Problems,
  { wasActive, ends }: States,
  { status, left_on, left_reason }: MemberChange,
): void {
  if (!wasActive && status === 'active') problems.add('status', because('has ended: add the person to the group again'))
  if (!wasActive && left_on === null) problems.add('left_on', because('is required, as the membership has ended'))
  if (!wasActive || ends) return
  if (left_on !== undefined && left_on !== null) problems.add('left_on', 'goes with the status left')
  if (left_reason !== undefined && left_reason !== null) problems.add('left_reason', 'goes with the status left')
}

function checkDays(problems: Problems, joined: string | null, left: string | null | undefined): void {
  if (joined !== null && typeof left === 'string' && left < joined) {
    problems.add('left_on', because('must not be before {joined}, when they joined', { joined }))
  }
}

/** The group would be led by nobody. */
function checkLeaders(problems: Problems, group: LockedGroup, name: string): void {
  if (group.status !== 'active' || group.leader_count > 1) return
  problems.add(name, because('would leave an active group without a leader; send confirmed: true if that is meant'))
}
