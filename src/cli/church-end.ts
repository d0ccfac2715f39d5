/** church remove, church keep: a church is closed, waits, and is gone; until then it can be taken back. */
import { closeByHand, keepChurch, WAITING_DAYS } from '../modules/church/closing.ts'
import { type AddCommand, action } from './command.ts'
import { doAction } from './doing.ts'
import { countOption } from './numbers.ts'

/** Adds the two commands to the group. */
export const addEnd: AddCommand = (church, call) => {
  action(
    church
      .command('remove')
      .description('close a church at once, and delete everything of it when its waiting time is over')
      .argument('<slug>', 'the church')
      .option('--days <number>', `days that it waits: 0 to 365; ${WAITING_DAYS}, unless said`, countOption)
      .addHelpText('after', '\n"sexton church export" keeps it; "sexton church keep" opens it again while it waits.'),
    call,
    async (open, slug: string, { days }: { days?: number }) => {
      const closed = await doAction(open, slug, closeByHand, { days })
      return {
        json: closed,
        text: `Church "${slug}" is closed. It will be deleted for good after ${closed.remove_at}; "sexton church keep ${slug}" opens it again until then.`,
      }
    },
  )
  action(
    church.command('keep').description('open a church again that waits to be removed').argument('<slug>', 'the church'),
    call,
    async (open, slug: string) => {
      const kept = await doAction(open, slug, keepChurch, {})
      return { json: kept, text: `Church "${slug}" is open again, as it was before.` }
    },
  )
}
