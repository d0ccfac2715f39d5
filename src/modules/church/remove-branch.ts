/** Removes a branch that was made by mistake: one that nothing refers to. Others are closed instead. */
import type { Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import { ADMINISTRATORS, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { deleteInvitations } from './drop-invitations.ts'
import { followed, raiseAccountVersion } from './node-lease.ts'
import { lockedTree } from './update-branch.ts'

/** What tables hold that refer to branches, in words. */
export const HELD: Readonly<Record<string, string>> = {
  api_keys: because('API keys (also revoked ones)'),
  attendances: because('attendance'),
  batches: because('batches of offerings'),
  branches: because('branches below it'),
  class_sessions: because('sessions of classes'),
  contributions: because('gifts'),
  envelopes: because('offering envelopes'),
  families: because('families'),
  gifts: because('online gifts'),
  group_members: because('members of groups'),
  group_posts: because('posts of groups'),
  group_reports: because('reports of groups'),
  groups: because('groups'),
  headcounts: because('headcounts'),
  imports: because('imports of files'),
  invitations: because('open invitations'),
  join_requests: because('requests to join groups'),
  meetings: because('meetings'),
  memberships: because('users of the console'),
  messages: because('sent messages'),
  people: because('people (also removed ones)'),
  pledges: because('pledges'),
  prayer_requests: because('prayer requests'),
  recurring_gifts: because('recurring gifts'),
  refunds: because('refunds'),
  schedules: because('series of meetings'),
  statements: because('statements'),
  tasks: because('tasks'),
}

/** Refused with what is in it, named. */
export const removeBranch = action({
  name: 'branches.remove',
  logged: 'Removed a branch',
  done: 'Branch removed.',
  may: within(ADMINISTRATORS),
  fields: { id: field.ref('branches').required() },
  alone: true,
  async run(tx, { caller: { church, branch_id: limit } }, { id }) {
    const { is_hq } = (await lockedTree(tx, church.id, limit)).find(id)
    // Of no use any more, and shown nowhere.
    const spent = sql`(accepted_at is not null or expires_at <= ${tx.now}::timestamptz)`
    await deleteInvitations(tx, church.id, sql`branch_id = ${id} and ${spent}`)
    const problems = new Problems()
    const holds = await whatIsIn(tx, church.id, id)
    if (is_hq) problems.add('id', because('is the head branch, which stays'))
    else if (id === limit) problems.add('id', because('is the branch that your access is limited to'))
    else if (holds.length > 0)
      problems.add('id', because('is not empty. It has: {holds}. Close it instead', { holds: holds.join(', ') }))
    problems.throwIfAny()
    await tx.run(sql`delete from branches where church_id = ${church.id} and id = ${id}`)
    return { shown: { id }, version: await raiseAccountVersion(tx) }
  },
  finish: followed<{ id: number }>,
})

interface Reference {
  table: string
  column: string
}

/** Asks every table that refers to branches: none can be forgotten. */
async function whatIsIn(tx: Tx, church: number, id: number): Promise<string[]> {
  const references = await tx.all<Reference>(sql`select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = 'branches'::regclass and c.conrelid <> 'churches'::regclass
    order by 1`)
  const looks = references.map(
    ({ table, column }) => sql`(select ${table}::text as name where exists (select 1 from ${ident(table)}
      where church_id = ${church} and ${ident(column)} = ${id}))`,
  )
  const found = await tx.all<{ name: string }>(join(looks, ' union all '))
  return found.map(({ name }) => HELD[name] ?? name)
}
