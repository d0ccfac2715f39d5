/** contribution void. */
import { voidContribution } from '../modules/contributions/void-gift.ts'
import { type AddCommand, action } from './command.ts'
import { idOption } from './numbers.ts'

interface Gift {
  id: number
  amount_display: string
}

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
    async ({ database, church }, id: number, { church: slug, reason }: { church: string; reason?: string }) => {
      const gift = JSON.parse(await voidContribution(database, await church(slug), id, reason)) as Gift
      return { json: gift, text: `Contribution ${id} of ${gift.amount_display} is void.` }
    },
  )
}
