/** Tells those who lead a group that somebody asks to join it. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { msg } from '../../texts/language.ts'
import { living } from '../people/living.ts'
import { remind, retitle, takeBackReminders } from '../reminders/remind.ts'
import type { LockedGroup } from './add-members.ts'

/** Stored: never changed. */
const KIND = 'join_request'

const TITLE_HIDDEN = { message: msg('Somebody asks to join a group that you lead') }

/** Leaders of one group who are told. */
const MOST_TOLD = 10

/**
 * Tells leaders and assistants who have an address; several requests within an hour are one message. Messages are read
 * by more people than requests are: they name nobody who asks, and of a hidden group not the group.
 * @param group locked
 */
export async function tellLeaders(
  tx: Tx,
  church: { id: number },
  group: Pick<LockedGroup, 'id' | 'name' | 'hidden'>,
  request: number,
  now: Date,
): Promise<void> {
  const leaders = await tx.all<{ person_id: number }>(sql`select m.person_id from group_members as m
      join people as p on p.church_id = ${church.id} and p.id = m.person_id
    where m.church_id = ${church.id} and m.group_id = ${group.id} and m.status = 'active'
      and m.role in ('leader', 'assistant') and (p.email is not null or coalesce(p.phone, p.phone2) is not null)
      and ${living()} order by m.id limit ${MOST_TOLD}`)
  const title = group.hidden
    ? TITLE_HIDDEN
    : { message: msg('Somebody asks to join {group}'), values: { group: group.name } }
  const text = {
    message: msg('They wait for an answer. Look at the requests of the group, or ask the church office who it is.'),
  }
  for (const [at, { person_id }] of leaders.entries()) {
    await remind(tx, church, now, {
      kind: KIND,
      subject: request,
      step: at + 1,
      to: { person: person_id },
      title,
      text,
    })
  }
}

/** Tells nobody any more of a request that was decided or withdrawn meanwhile. */
export const untellLeaders = (tx: Tx, church: number, request: number): Promise<unknown> =>
  takeBackReminders(tx, church, KIND, request)

/** What leaders of groups that are hidden by now are still to be told of is said in words that name no group. */
export const rewordRequests = (tx: Tx, church: number, groups: readonly number[]): Promise<unknown> =>
  retitle(
    tx,
    church,
    sql`kind = ${KIND} and subject_id in (select id from join_requests
      where church_id = ${church} and group_id = any(${idArray(groups)}))`,
    TITLE_HIDDEN,
  )
