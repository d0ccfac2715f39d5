/** The first steps of a church: what they are called, and what in its records shows that one is done. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { msg } from '../../texts/language.ts'

/** The steps in their order. `confirmable`: only people can tell that nothing is to be changed. */
export const STEPS = [
  { step: 'church', title: msg('Check the details of your church'), confirmable: true, optional: false },
  { step: 'branches', title: msg('Say where you meet'), confirmable: true, optional: false },
  { step: 'people', title: msg('Add your people'), confirmable: false, optional: false },
  { step: 'funds', title: msg('Review your funds'), confirmable: true, optional: false },
  { step: 'gift', title: msg('Record your first gift'), confirmable: false, optional: false },
  { step: 'messages', title: msg('Choose how messages go out'), confirmable: false, optional: false },
  { step: 'team', title: msg('Invite your team'), confirmable: false, optional: false },
  { step: 'connection', title: msg('Connect your website or another system'), confirmable: false, optional: true },
] as const

/** The name of a step. */
export type StepName = (typeof STEPS)[number]['step']

/** The names of all steps. */
export const STEP_NAMES = STEPS.map(({ step }) => step)

/** The names of those that people confirm. */
export const CONFIRMABLE = STEPS.filter(({ confirmable }) => confirmable).map(({ step }) => step)

/** The steps that the records of a church show to be done. */
export async function fulfilledSteps(db: Db, church: number): Promise<Set<StepName>> {
  const found = await db.first<Record<StepName, boolean>>(sql`
    select
      exists (select 1 from churches where id = ${church} and updated_at is not null) as church,
      exists (select 1 from branches where church_id = ${church} and not is_hq) as branches,
      exists (select 1 from people where church_id = ${church} and not removed) as people,
      (select count(*) from (select 1 from funds where church_id = ${church} limit 2) as two) > 1 as funds,
      exists (select 1 from contributions where church_id = ${church} and status = 'posted') as gift,
      exists (select 1 from message_providers where church_id = ${church} and active) as messages,
      exists (select 1 from invitations where church_id = ${church} and email is not null and accepted_at is null)
        or (select count(*) from (select 1 from memberships where church_id = ${church} limit 2) as two) > 1 as team,
      exists (select 1 from api_keys where church_id = ${church} and revoked_at is null)
        or exists (select 1 from webhook_endpoints where church_id = ${church}) as connection`)
  return new Set(STEP_NAMES.filter(step => found?.[step]))
}

/** A step that is behind a church. */
interface StoredStep {
  step: string
  skipped: boolean
  done_at: string
}

/** The steps that are written down as done or skipped. */
export const storedSteps = (db: Db, church: number): Promise<StoredStep[]> =>
  db.all<StoredStep>(sql`select step, skipped, done_at from setup_steps where church_id = ${church}`)
