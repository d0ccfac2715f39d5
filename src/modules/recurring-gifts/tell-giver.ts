/**
 * What givers are written about their recurring gifts. The log of messages is read by more people than the books, so a message
 * says only what it is about; the page behind its link shows the amount, the fund and what became of it.
 */
import type { Tx } from '../../db/database.ts'
import type { Church } from '../../resource/caller.ts'
import { msg } from '../../texts/language.ts'
import { writeToGiver } from '../online-giving/begin-recurring.ts'
import type { Recurring } from './recurring-row.ts'

/** Writes with a new link: it was set up or ended, a period is not paid, or somebody asked for the link. */
export async function tellGiver(tx: Tx, church: Church, now: Date, one: Recurring): Promise<void> {
  const values = { church: church.name }
  await writeToGiver(tx, church, now, one, {
    subject: { message: msg('About your recurring gift to {church}'), values },
    text: {
      message: msg(
        'This is about your recurring gift to {church}. With this link you can see how it stands, give what is due, change it, pause it or stop it. Keep it to yourself.',
      ),
      values,
    },
  })
}
