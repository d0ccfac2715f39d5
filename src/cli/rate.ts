/** rate set. */
import { setRate } from '../modules/contributions/exchange-rates.ts'
import { type AddCommand, action } from './command.ts'
import { doAction } from './doing.ts'

interface SetOptions {
  church: string
  currency: string
  rate: string
  from?: string
}

export const addRate: AddCommand = (rate, call) => {
  action(
    rate
      .command('set')
      .description('set what one unit of a currency is worth in the currency of the church, from a day on')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--currency <code>', 'such as USD')
      .requiredOption('--rate <rate>', 'such as 1650.25')
      .option('--from <date>', 'YYYY-MM-DD; today where missing')
      .addHelpText('after', '\nExample:\n  sexton rate set --church grace --currency USD --rate 1650.25'),
    call,
    async (open, { church: slug, currency, rate: worth, from }: SetOptions) => {
      const set = await doAction(open, slug, setRate, { currency, rate: worth, valid_from: from })
      const church = await open.church(slug)
      const text = `1 ${set.currency} = ${set.rate} ${church.currency} from ${set.valid_from} on.`
      return { json: set, text }
    },
  )
}
