/** contribution void. */
import { voidContribution } from '../modules/contributions/void-gift.ts'
import { type AddCommand, action } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'

export const addContribution: AddCommand = (contribution, end) => {
  action(
    contribution
      .command('void')
      .description('void a gift: it stays on record and no longer counts')
      .argument('<id>', 'the contribution', idOption)
      .requiredOption('--church <slug>', 'the church')
      .option('--reason <text>', 'why')
      .addHelpText('after', '\nExample:\n  sexton contribution void 345 --church grace --reason "recorded twice"'),
    end,
    async (open, id: number, { church, reason }: { church: string; reason?: string }) => {
      const gift = await doAction(open, church, voidContribution, { id, reason })
      return { json: gift, text: `Contribution ${id} of ${gift.amount_display} is void.` }
    },
  )
}
