/**
 * Whom a post reaches: the active members of its group, and for children the adults of their family, each once. Addresses,
 * opt-outs and units are those of messages.
 */
import { type Db, idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { judged, type Preview } from '../messaging/preview.ts'
import type { SendChannel } from '../messaging/provider.ts'
import { type Addressee, addresseesOf } from '../people/addressees.ts'
import { living } from '../people/living.ts'

/** Who is under this age, in years, is not written to. */
const CHILD_AGE = 13
/** Who of a family is written to for a child is this old, in years, where their birthday is known. */
const ADULT_AGE = 18
/** Those left out who are named. */
const MOST_NAMED = 100

/** Why somebody gets nothing: of a child, why no adult of their family does. */
export type LeftOut = 'no_adult' | 'opted_out' | 'no_address' | 'empty_body' | 'too_long'

/** What a post will do by one channel. */
export interface ChannelReach extends Pick<Preview, 'reached' | 'opted_out' | 'no_address' | 'unfit' | 'provider'> {
  channel: SendChannel
  /** SMS units that it takes; null on other channels. */
  units: number | null
  /** Whether the church has them. */
  affordable: boolean
}

/** What a post will do. */
export interface Reach {
  /** Active members whom it is for. */
  members: number
  /** Those of them who are children: adults of their families are written to. */
  children: number
  /** People who can be reached by at least one of the channels. */
  recipients: number
  channels: ChannelReach[]
  /** Members for whom nobody is reached, the first of those whom the caller may know of. */
  left_out: { name: string; why: LeftOut }[]
  /** How many there are beside those. */
  more_left_out: number
}

/** A post that is to be written. */
export interface NewPost {
  group: { id: number; name: string; hidden: boolean }
  audience: 'members' | 'leaders'
  channels: readonly SendChannel[]
  body: string
}

interface MemberRow {
  full_name: string
  branch_id: number
  child: boolean
  /** Who is written to for them. */
  people: number[]
}

/**
 * The subject of a post where the channel has one. Of a confidential group it is the church's name: a subject is read over
 * shoulders.
 */
export const subjectOf = ({ group }: NewPost): string | null => (group.hidden ? null : group.name)

/** Reads only. @param today in the church's time zone */
export async function reachOf(
  db: Db,
  caller: Caller,
  post: NewPost,
  today: string,
): Promise<{ reach: Reach; people: Addressee[]; previews: Preview[] }> {
  const { church } = caller
  const members = await membersOf(db, church.id, post, today)
  const ids = [...new Set(members.flatMap(({ people }) => people))]
  const people = ids.length === 0 ? [] : await addresseesOf(db, church.id, sql`p.id = any(${idArray(ids)})`)
  const previews: Preview[] = []
  const ends: ReadonlyMap<number, string | undefined>[] = []
  for (const channel of post.channels) {
    const one = await judged(db, church, people, { channel, subject: subjectOf(post), body: post.body })
    previews.push(one.preview)
    ends.push(one.ends)
  }
  const isReached = (id: number): boolean => ends.some(one => one.has(id) && one.get(id) === undefined)
  const out = post.channels.length === 0 ? [] : members.filter(member => !member.people.some(isReached))
  const named = out.filter(({ branch_id }) => canSee(caller, branch_id)).slice(0, MOST_NAMED)
  const reach: Reach = {
    members: members.length,
    children: members.filter(({ child }) => child).length,
    recipients: people.filter(({ id }) => isReached(id)).length,
    channels: post.channels.map((channel, at) => ofChannel(channel, previews[at])),
    left_out: named.map(member => ({ name: member.full_name, why: whyOut(member, ends) })),
    more_left_out: out.length - named.length,
  }
  return { reach, people, previews }
}

function ofChannel(channel: SendChannel, preview: Preview | undefined): ChannelReach {
  const { reached = 0, opted_out = 0, no_address = 0, unfit = 0, provider = false, units = null } = preview ?? {}
  const affordable = units === null || units.total <= units.free
  return { channel, reached, opted_out, no_address, unfit, provider, units: units?.total ?? null, affordable }
}

/** What is told of somebody whom several channels do not reach: what they chose themselves before all else. */
const REASONS = ['opted_out', 'too_long', 'empty_body', 'no_address'] as const

function whyOut({ people }: MemberRow, ends: readonly ReadonlyMap<number, string | undefined>[]): LeftOut {
  if (people.length === 0) return 'no_adult'
  const said = people.flatMap(id => ends.map(one => one.get(id)))
  return REASONS.find(reason => said.includes(reason)) ?? 'no_address'
}

/**
 * The members whom a post is for, with who is written to. A child is who is under 13; where no birthday is known, who is a
 * child of their family. The adults of a family are all in it who are not its children, and not known to be under 18.
 */
const membersOf = (db: Db, church: number, { group, audience }: NewPost, today: string): Promise<MemberRow[]> =>
  db.all<MemberRow>(sql`
    with member as (
      select p.id, p.full_name, p.branch_id, p.family_id, case when p.dob is null then coalesce(p.family_role = 'child', false)
          else p.dob > ${today}::date - ${`${CHILD_AGE} years`}::interval end as child
      from group_members m join people p on p.church_id = ${church} and p.id = m.person_id
      where m.church_id = ${church} and m.group_id = ${group.id} and m.status = 'active' and ${living()}
        and (${audience} = 'members' or m.role in ('leader', 'assistant'))),
    adult as (
      select a.id, a.family_id from people a
      where a.church_id = ${church} and ${living(sql`a`)} and coalesce(a.family_role, '') <> 'child'
        and a.family_id in (select family_id from member where child)
        and (a.dob is null or a.dob <= ${today}::date - ${`${ADULT_AGE} years`}::interval))
    select member.full_name, member.branch_id, member.child,
      case when member.child then coalesce(array_agg(adult.id order by adult.id) filter (where adult.id is not null), '{}')
        else array[member.id] end as people
    from member left join adult on member.child and adult.family_id = member.family_id
    group by member.id, member.full_name, member.branch_id, member.child order by member.id`)
