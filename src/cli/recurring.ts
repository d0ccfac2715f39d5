/** recurring charge-here, recurring hold: which installation charges the recurring gifts of a church. The rest is derived. */
import { chargeHere, type HeldGifts, holdGifts } from '../modules/recurring-gifts/hold.ts'
import { recurringGifts } from '../modules/recurring-gifts/recurring-gifts.ts'
import type { ByHand } from './by-hand.ts'
import { action } from './command.ts'
import { doAction } from './doing.ts'
import { CHURCH } from './resource-change.ts'

const COMMANDS = [
  [
    'charge-here',
    'confirm that this installation charges: those on hold go on with the next day that each is due',
    chargeHere,
  ],
  ['hold', 'charge nothing until that is confirmed, such as before a restored database is started', holdGifts],
] as const

export const byHand: ByHand = {
  instead: [],
  add(recurring, call) {
    for (const [name, description, done] of COMMANDS) {
      const command = recurring
        .command(name)
        .description(description)
        .requiredOption(...CHURCH)
      command.addHelpText('after', `\nExample:\n  sexton recurring ${name} --church grace`)
      action(command, call, async (open, { church }: { church: string }) => {
        const shown = (await doAction(open, church, done, {}, recurringGifts.words)) as HeldGifts
        return { json: shown, text: `${done.done} Recurring gifts: ${shown.count}.` }
      })
    }
  },
}
