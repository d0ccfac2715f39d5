/** What people of the console do with recurring gifts. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { type ActionContext, action } from '../../resource/action.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { RECURRING } from '../online-giving/periods.ts'
import { pauseRecurring, tryAgain } from './change-recurring.ts'
import { cancel as end } from './end-recurring.ts'
import { recurringFields, recurringPrinter } from './fields.ts'
import { resume as goOn } from './recurring-due.ts'
import { recurringGifts } from './recurring-gifts.ts'
import { lockRecurring, type Recurring } from './recurring-row.ts'
import { tellGiver } from './tell-giver.ts'

type Shown = Json<RecordOf<typeof recurringFields>>

const id = field.ref().required()

/** The record as the work on it needs it; locked by the action already. */
async function held(tx: Tx, { caller }: ActionContext, record: TextRow): Promise<Recurring> {
  const found = await lockRecurring(tx, caller.church.id, Number(recurringPrinter.column(record, 'id')))
  if (found === undefined) throw new ApiError('not_found')
  return found
}

async function shown(tx: Tx, { caller: { church } }: ActionContext, one: Recurring): Promise<Shown> {
  const [row = []] = await tx.text(sql`select ${recurringPrinter.columnsIn(church.id)} from recurring_gifts as t
    where t.church_id = ${church.id} and t.id = ${one.id}`)
  return new Json<RecordOf<typeof recurringFields>>(recurringPrinter.print(row))
}

export const retryRecurring = action({
  name: 'recurring_gifts.retry',
  label: 'Try again',
  logged: 'Tried a recurring gift again',
  done: 'It is tried again now. What comes of it shows here in a moment.',
  may: within(FINANCE),
  stepUp: true,
  fields: { id },
  on: recurringGifts,
  when: { status: ['past_due'] },
  async run(tx, context, _input, _prepared, record) {
    const one = await held(tx, context, record)
    const { caller, clock } = context
    const problem = await tryAgain(tx, caller.church, clock.now(), one)
    if (problem !== undefined) {
      const problems = new Problems()
      problems.add('status', problem)
      problems.throwIfAny()
    }
    return await shown(tx, context, one)
  },
})

/** A giver is written to once in so many minutes, however often somebody asks. */
const MINUTES_BETWEEN = 5

export const sendRecurringLink = action({
  name: 'recurring_gifts.send_link',
  label: 'Send link',
  logged: 'Sent a giver the link to their recurring gift',
  done: 'The giver is sent a link to their own page.',
  may: within(FINANCE),
  fields: { id },
  on: recurringGifts,
  when: { status: ['active', 'past_due', 'paused'] },
  async run(tx, context, _input, _prepared, record) {
    const one = await held(tx, context, record)
    const { church } = context.caller
    const now = context.clock.now()
    const due = await tx.run(sql`update recurring_gifts set link_sent_at = ${now.toISOString()}::timestamptz
      where church_id = ${church.id} and id = ${one.id} and (link_sent_at is null
        or link_sent_at <= ${now.toISOString()}::timestamptz - ${MINUTES_BETWEEN} * interval '1 minute')`)
    if (due > 0) await tellGiver(tx, church, now, one)
    return await shown(tx, context, one)
  },
})

export const pauseAction = action({
  name: 'recurring_gifts.pause',
  label: 'Pause',
  logged: 'Paused a recurring gift',
  asks: 'Until when?',
  submit: 'Pause',
  done: 'It is paused. Nothing is charged until it goes on.',
  may: within(FINANCE),
  fields: {
    id,
    until: field.date().nullable().settable().label('Goes on', 'Empty: when you say so').example('2026-06-01'),
  },
  on: recurringGifts,
  when: { status: ['active', 'past_due'] },
  async check(_db, { caller, clock }, { until }, problems) {
    if (until && until <= today(clock.now(), caller.church.timezone))
      problems.add('until', because('must be a day that is still to come'))
  },
  async run(tx, context, { until }, _prepared, record) {
    const one = await held(tx, context, record)
    await pauseRecurring(tx, context.caller.church, one, until ?? null)
    return await shown(tx, context, one)
  },
})

export const resumeAction = action({
  name: 'recurring_gifts.resume',
  label: 'Go on',
  logged: 'Let a recurring gift go on',
  done: 'It goes on with its next period.',
  may: within(FINANCE),
  fields: { id },
  on: recurringGifts,
  when: { status: ['paused'] },
  async run(tx, context, _input, _prepared, record) {
    const one = await held(tx, context, record)
    const { church } = context.caller
    const now = context.clock.now()
    await goOn(tx, church, now, one)
    await putOnAgenda(tx, church.id, RECURRING, one.id, now)
    return await shown(tx, context, one)
  },
})

export const cancelAction = action({
  name: 'recurring_gifts.cancel',
  label: 'End it',
  logged: 'Ended a recurring gift',
  asks: 'Why is it ended?',
  submit: 'End the recurring gift',
  confirm: 'Nothing more is charged, and the giver would have to set it up anew.',
  done: 'It is ended. Nothing more is charged.',
  may: within(FINANCE),
  fields: { id, reason: recurringFields.cancel_reason.settable().label('Reason') },
  on: recurringGifts,
  when: { status: ['active', 'past_due', 'paused', 'pending'] },
  async run(tx, context, { reason }, _prepared, record) {
    const one = await held(tx, context, record)
    await end(tx, context.caller.church, one, { by: 'staff', reason: reason || null })
    return await shown(tx, context, one)
  },
})
