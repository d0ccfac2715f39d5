/** The hints of the agenda: which are due, who claims them, what becomes of them. */
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Due } from '../resource/agenda.ts'
import type { Module } from '../resource/module.ts'
import { type Doing, type StepContext, step } from '../resource/step.ts'

/** Seconds for which a node claims a hint, and after which another may try where it failed; doubled with each try, up to an hour. */
const CLAIM_SECONDS = 60
const MOST_DOUBLINGS = 6
/** Hints that are looked for at once. */
const PAGE = 100

/** A kind of what is due, with the switch of its module. */
export interface Kind extends Due {
  /** Undefined for what every church has. */
  module?: string
}

/** What the agenda is worked off with. */
export interface AgendaParts extends Pick<Doing, 'read' | 'take'> {
  clock: Clock
  log: Log
  kinds: ReadonlyMap<string, Kind>
}

/** All kinds of these modules. @throws Error for two of one name */
export function kindsOf(modules: readonly Module[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>()
  for (const { switch: module, agenda = [] } of modules) {
    for (const due of agenda) {
      if (kinds.has(due.kind)) throw new Error(`Two modules have ${due.kind} on the agenda.`)
      kinds.set(due.kind, module === undefined ? due : { ...due, module })
    }
  }
  return kinds
}

/** A hint, with what finds its church. */
export interface Hint {
  kind: string
  church_id: number
  record_id: number
  slug: string
}

/** A hint that this node has claimed. */
export interface ClaimedHint extends Hint {
  claimed_until: string
  tries: number
}

/**
 * Hints that are due and that nobody is at, the oldest first. Those of churches that are not active, of modules that are switched
 * off, and of kinds that this version does not know are passed over.
 * @param but churches that had their turn: what they have many of holds up no other
 * @returns some of them, and whether there may be more of other churches
 */
export async function dueHints(
  read: Db,
  kinds: ReadonlyMap<string, Kind>,
  now: Date,
  but: ReadonlySet<number> = new Set(),
): Promise<{ hints: Hint[]; more: boolean }> {
  const hints = await read.all<Hint>(sql`select a.kind, a.church_id, a.record_id, c.slug
    from agenda as a join churches as c on c.id = a.church_id and c.status = 'active'
      join unnest(${[...kinds.keys()]}::text[], ${[...kinds.values()].map(({ module = '' }) => module)}::text[])
        as known (kind, module) on known.kind = a.kind and (known.module = '' or known.module = any(c.modules))
    where a.due_at <= ${now.toISOString()}::timestamptz and (a.claimed_until is null or a.claimed_until <= clock_timestamp())
      and a.church_id <> all(${[...but]}::bigint[])
    order by a.due_at limit ${PAGE}`)
  return { hints, more: hints.length === PAGE }
}

/** Claims those of the hints of a church that nobody else has claimed. */
export const claimHints = step({
  name: 'agenda.claim',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: StepContext<{ id: number }>, hints: readonly Hint[]): Promise<ClaimedHint[]> {
    const claimed = await tx.all<Omit<ClaimedHint, 'slug'>>(sql`
      with mine as (select a.kind, a.record_id, ${tx.now}::timestamptz
          + ${CLAIM_SECONDS} * 2 ^ least(a.tries, ${MOST_DOUBLINGS}) * interval '1 second' as until
        from agenda as a join unnest(${hints.map(({ kind }) => kind)}::text[], ${hints.map(one => one.record_id)}::bigint[])
          as wanted (kind, record_id) on wanted.kind = a.kind and wanted.record_id = a.record_id
        where a.church_id = ${church.id} and (a.claimed_until is null or a.claimed_until <= ${tx.now}::timestamptz)
        order by a.kind, a.record_id for no key update of a),
      taken as (update agenda as a set claimed_until = mine.until, tries = a.tries + 1 from mine
        where a.church_id = ${church.id} and a.kind = mine.kind and a.record_id = mine.record_id returning a.*)
      select kind, church_id, record_id, claimed_until::text as claimed_until, tries from taken`)
    const slug = hints[0]?.slug ?? ''
    return claimed.map(one => ({ ...one, slug }))
  },
})

/** Where it still is as it was claimed: what was written meanwhile, by a change of the record, stays. */
const asClaimed = ({ kind, church_id, record_id, claimed_until }: ClaimedHint) =>
  sql`kind = ${kind} and church_id = ${church_id} and record_id = ${record_id}
    and claimed_until = ${claimed_until}::timestamptz`

/** Moves a hint on, or drops it, in the transaction of what was done. @param next null where nothing more is due */
export async function moveHint(tx: Tx, hint: ClaimedHint, next: Date | null): Promise<void> {
  if (next === null) await tx.run(sql`delete from agenda where ${asClaimed(hint)}`)
  else
    await tx.run(sql`update agenda set due_at = ${next.toISOString()}::timestamptz, claimed_until = null, tries = 0
      where ${asClaimed(hint)}`)
}

/** Gives back what was claimed and not begun. */
export const letGo = step({
  name: 'agenda.let_go',
  by: 'worker',
  unseen: true,
  async run(tx, _context: StepContext<{ id: number }>, hints: readonly ClaimedHint[]): Promise<void> {
    for (const hint of hints) {
      await tx.run(sql`update agenda set claimed_until = null, tries = tries - 1 where ${asClaimed(hint)}`)
    }
  },
})
