/** What givers are written about their recurring gifts; each message has the link to their page. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { exactAmount } from '../../lib/money.ts'
import type { Church } from '../../resource/caller.ts'
import { ENGLISH } from '../../texts/language.ts'
import { writeToGiver } from '../online-giving/begin-recurring.ts'
import type { Period, Recurring } from './recurring-row.ts'

const amountOf = ({ amount, currency }: Recurring): string => exactAmount(amount, currency)

async function fundOf(tx: Tx, church: number, { fund_id }: Recurring): Promise<string> {
  const fund = await tx.first<{ name: string }>(
    sql`select name from funds where church_id = ${church} and id = ${fund_id}`,
  )
  return fund?.name ?? ''
}

/** It is set up. */
export async function tellBegun(tx: Tx, church: Church, now: Date, one: Recurring): Promise<void> {
  const { say } = ENGLISH
  await writeToGiver(tx, church, now, one, {
    subject: say('Your recurring gift to {church} is set up', { church: church.name }),
    text: say(
      'Thank you. Your next gift of {amount} to {fund} is on {day}. With this link you can change the amount, the day or the card, pause your gifts or stop them. Keep it to yourself.',
      { amount: amountOf(one), fund: await fundOf(tx, church.id, one), day: one.next_on ?? '' },
    ),
  })
}

/** A period is not paid. @param again when it is tried again, a day; null where the giver is needed */
export async function tellUnpaid(
  tx: Tx,
  church: Church,
  now: Date,
  one: Recurring,
  { period, again }: { period: Period; again: string | null },
): Promise<void> {
  const { say } = ENGLISH
  const values = {
    church: church.name,
    amount: amountOf(one),
    fund: await fundOf(tx, church.id, one),
    day: period.due_on,
    again: again ?? '',
  }
  if (one.mode === 'remind') {
    await writeToGiver(tx, church, now, one, {
      subject: say('Your gift to {church} is due', values),
      text: say('Your gift of {amount} to {fund} is due since {day}. With this link you can give it now.', values),
    })
    return
  }
  await writeToGiver(tx, church, now, one, {
    subject: say('Your gift to {church} could not be taken', values),
    text:
      again === null
        ? say(
            'Your gift of {amount} to {fund} of {day} could not be taken. With this link you can give it now, and use another card if you like.',
            values,
          )
        : say(
            'Your gift of {amount} to {fund} of {day} could not be taken. We try again on {again}; you need not do anything. If you would rather use another card, open this link.',
            values,
          ),
  })
}

/** Two periods in a row were not paid, so it was ended. */
export async function tellEnded(tx: Tx, church: Church, now: Date, one: Recurring): Promise<void> {
  const { say } = ENGLISH
  await writeToGiver(tx, church, now, one, {
    subject: say('Your recurring gift to {church} has ended', { church: church.name }),
    text: say(
      'Your gift of {amount} could not be taken twice in a row, so nothing more is charged. Thank you for what you gave. This link shows what was given; you can begin a new recurring gift on the giving page at any time.',
      { amount: amountOf(one) },
    ),
  })
}

/** Somebody asked for the link. */
export async function tellLink(tx: Tx, church: Church, now: Date, one: Recurring): Promise<void> {
  const { say } = ENGLISH
  await writeToGiver(tx, church, now, one, {
    subject: say('Your recurring gift to {church}', { church: church.name }),
    text: say(
      'With this link you can see your recurring gift of {amount}, pay what is due, change it, pause it or stop it.',
      {
        amount: amountOf(one),
      },
    ),
  })
}
