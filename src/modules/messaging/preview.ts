/** What a batch will do, before it is begun: who is reached, what one of them reads, what it costs. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import type { Addressee } from '../people/addressees.ts'
import { type Audience, peopleOf } from './audience.ts'
import { checkWriting, draft, type Writing } from './draft.ts'
import { recipientsOf } from './recipients.ts'
import { unitsOf } from './sms-units.ts'

export interface Preview {
  total: number
  /** How many will get it, as things are now. */
  reached: number
  opted_out: number
  no_address: number
  /** With its merge tags replaced it is empty or longer than the channel carries. */
  unfit: number
  /** False where the church has nothing to send the channel with. */
  provider: boolean
  /** The first who is reached; null where nobody is. */
  example: { person_id: number; name: string; to: string; subject: string | null; body: string } | null
  /** SMS units, each for one segment; null on other channels. */
  units: { least: number; most: number; total: number; free: number } | null
}

/** Reads only. @throws ApiError `validation_failed` naming what is wrong with the text or the audience */
export async function previewBatch(db: Db, caller: Caller, audience: Audience, writing: Writing): Promise<Preview> {
  const problems = new Problems()
  checkWriting(writing, problems)
  problems.throwIfAny()
  return await previewOf(db, caller.church, await peopleOf(db, caller, audience), writing)
}

/** The same for people who were found already. */
export async function previewOf(
  db: Db,
  church: Church,
  people: readonly Addressee[],
  writing: Writing,
): Promise<Preview> {
  return (await judged(db, church, people, writing)).preview
}

/** The same with what becomes of each of them, by id: why they do not get it, or nothing where they do. */
export async function judged(
  db: Db,
  church: Church,
  people: readonly Addressee[],
  writing: Writing,
): Promise<{ preview: Preview; ends: ReadonlyMap<number, string | undefined> }> {
  const recipients = await recipientsOf(db, church.id, writing.channel, people)
  const drafts = recipients.map(one => draft(one, writing, church.name, church.hq_branch_id))
  const fit = drafts.flatMap((one, index) => (one.end === undefined ? [{ ...one, recipient: recipients[index] }] : []))
  const ended = (error: string): number => drafts.filter(({ end }) => end?.error === error).length
  const provider = await db.first(sql`select 1 from message_providers
    where church_id = ${church.id} and channel = ${writing.channel} and active limit 1`)
  const [first] = fit
  const person = first?.recipient?.person
  const preview = {
    total: drafts.length,
    reached: fit.length,
    opted_out: ended('opted_out'),
    no_address: ended('no_address'),
    unfit: ended('empty_body') + ended('too_long'),
    provider: provider !== undefined,
    example:
      first && person
        ? { person_id: person.id, name: person.full_name, to: first.to, subject: first.subject, body: first.body }
        : null,
    units: writing.channel === 'sms' ? await costs(db, church.id, fit) : null,
  }
  return { preview, ends: new Map(drafts.map(one => [one.person_id ?? 0, one.end?.error])) }
}

async function costs(db: Db, church: number, fit: readonly { body: string }[]): Promise<Preview['units']> {
  const account = await db.first<{ free: number }>(
    sql`select balance - held as free from sms_accounts where church_id = ${church}`,
  )
  const each = fit.map(({ body }) => unitsOf(body))
  const total = each.reduce((sum, units) => sum + units, 0)
  const least = each.reduce((few, units) => Math.min(few, units), each[0] ?? 0)
  const most = each.reduce((many, units) => Math.max(many, units), 0)
  return { least, most, total, free: account?.free ?? 0 }
}
