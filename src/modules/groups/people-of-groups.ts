/** What becomes of memberships and requests when two records of a person are merged, or people are removed. */
import { idArray, type Tx } from '../../db/database.ts'
import { raw, type Sql, sql } from '../../db/sql.ts'
import { deleted } from '../../resource/forgetting.ts'
import { type MovedReference, type NamesPeople, personOf } from '../../resource/person-reference.ts'
import { ENDED } from '../../texts/end-reasons.ts'
import { dayInEach } from '../church/days.ts'
import { countAnew } from './add-members.ts'
import { groupMembers } from './group-members.ts'
import { joinRequests } from './join-requests.ts'
import { ROLES_IN_GROUP } from './member-fields.ts'

/** Over the columns of `group_members as t`: today where the group is, or the day on which they joined, where that is still to come. */
export const leftOn = (tx: Tx, church: number): Sql =>
  sql`greatest(t.joined_on, ${dayInEach(tx, church, sql`t.branch_id`)})`

/** Higher is less. */
const RANK = raw(`array_position(array[${ROLES_IN_GROUP.map(role => `'${role}'`).join(', ')}], role)`)

/** The counts of groups are those of members who are left: the memberships end before they go. */
const membershipsForgotten = deleted('Nobody needs to know any more where they belonged.', {
  before: (tx, { church, ids }) => end(tx, church.id, ids),
})

const requestsForgotten = deleted('Nobody answers them any more.', { alsoBy: ['email', 'phone'] })

/** Where both are members of one group, the stronger role stays, from the earlier day; the other ends. */
const members: MovedReference<'group_members'> = {
  ...personOf(groupMembers, membershipsForgotten),
  // A row keeps one membership as its own, that of the pupil: the one of a teacher beside it stands in the record of the class.
  takenBack: sql`coalesce(t.status = 'left' and t.left_reason = ${ENDED.importTakenBack}, false)`,
  async move(tx, merge) {
    const { church, removed, kept } = merge
    const both = await tx.all<{ group_id: number }>(sql`
      with twice as (
        select id, group_id, row_number() over (partition by group_id order by ${RANK}, joined_on, id) as place,
          min(joined_on) over (partition by group_id) as earliest, count(*) over (partition by group_id) as n
        from group_members where church_id = ${church} and status = 'active' and person_id in (${removed}, ${kept}))
      update group_members as t set
        status = case when twice.place = 1 then 'active' else 'left' end,
        joined_on = case when twice.place = 1 then twice.earliest else t.joined_on end,
        left_on = case when twice.place = 1 then null else ${leftOn(tx, church)} end,
        left_reason = case when twice.place = 1 then null else ${ENDED.merged} end,
        updated_at = ${tx.now}::timestamptz
      from twice where t.church_id = ${church} and t.id = twice.id and twice.n > 1
      returning t.group_id`)
    await personOf(groupMembers, membershipsForgotten).move(tx, merge)
    await countAnew(
      tx,
      church,
      [...new Set(both.map(({ group_id }) => group_id))].sort((one, other) => one - other),
    )
  },
}

/** Of two that wait for one group the earlier stays. */
const requests: MovedReference<'join_requests'> = {
  ...personOf(joinRequests, requestsForgotten),
  async move(tx, merge) {
    const { church, removed, kept } = merge
    await tx.run(sql`
      with twice as (
        select id, row_number() over (partition by group_id order by id) as place from join_requests
        where church_id = ${church} and status = 'pending' and person_id in (${removed}, ${kept}))
      update join_requests as t set status = 'withdrawn', decided_at = ${tx.now}::timestamptz, reason = ${ENDED.merged},
        updated_at = ${tx.now}::timestamptz
      from twice where t.church_id = ${church} and t.id = twice.id and twice.place > 1`)
    await personOf(joinRequests, requestsForgotten).move(tx, merge)
  },
}

/** Whoever is removed leaves all groups at once; what was stays. */
async function end(tx: Tx, church: number, people: readonly number[]): Promise<void> {
  const left = await tx.all<{
    group_id: number
  }>(sql`update group_members as t set status = 'left', left_on = ${leftOn(tx, church)},
      left_reason = ${ENDED.removed}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and status = 'active' and person_id = any(${idArray(people)}) returning group_id`)
  await countAnew(
    tx,
    church,
    [...new Set(left.map(({ group_id }) => group_id))].sort((one, other) => one - other),
  )
  await tx.run(sql`update join_requests set status = 'withdrawn', decided_at = ${tx.now}::timestamptz, reason = ${ENDED.removed},
      updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and status = 'pending' and person_id = any(${idArray(people)})`)
}

export const peopleOfGroups = { moved: [members, requests], end } as const satisfies NamesPeople
