/** journal accounts, account, list, file, close. */
import { Option } from 'commander'
import { exactAmount } from '../lib/money.ts'
import { setAccounts } from '../modules/journal/account-codes.ts'
import { closeJournal } from '../modules/journal/close-journal.ts'
import { journalFile } from '../modules/journal/journal-file.ts'
import { journalsView } from '../modules/journal/journals-view.ts'
import { wordsOfValue } from '../texts/value-words.ts'
import { type AddCommand, action, CommandError, table } from './command.ts'
import { doAction } from './doing.ts'
import { lookAt, writeMade } from './made-file.ts'
import { idOption } from './numbers.ts'

interface AccountOptions {
  church: string
  method?: string
  fund?: number
  payouts?: 'bank' | 'fees'
  code?: string
}

interface FileOptions {
  church: string
  number?: string
  from?: string
  to?: string
  csv: string
}

const accounts: AddCommand = (journal, call) => {
  action(
    journal
      .command('accounts')
      .description('which account of your accounting program each way to give and each fund is booked on')
      .requiredOption('--church <slug>', 'the church'),
    call,
    async (open, { church }: { church: string }) => {
      const { accounts } = await lookAt(open, church, journalsView, {})
      const rows = accounts.map(({ method, fund, purpose, code }) => {
        if (purpose !== null) return ['payouts', purpose, code ?? '']
        if (method !== null) return ['method', `${wordsOfValue(method)} (${method})`, code ?? '']
        return [`fund ${fund?.id}`, fund?.name ?? '', code ?? '']
      })
      return { json: accounts, text: table(['of', 'name', 'account'], rows) }
    },
  )
  action(
    journal
      .command('account')
      .description('say which account a way to give or a fund is booked on')
      .requiredOption('--church <slug>', 'the church')
      .option('--method <method>', 'such as cash: debited')
      .option('--fund <id>', 'credited', idOption)
      .addOption(new Option('--payouts <part>', 'of payouts and deposits: debited').choices(['bank', 'fees']))
      .option('--code <code>', 'the account; none where missing')
      .addHelpText('after', '\nExample:\n  sexton journal account --church grace --method cash --code 1000'),
    call,
    async (open, { church, method, fund, payouts, code }: AccountOptions) => {
      const sent = { method, fund_id: fund, purpose: payouts, code: code ?? null } as { method: 'cash' }
      await doAction(open, church, setAccounts, { accounts: [sent] })
      return { json: sent, text: code === undefined ? 'No account any more.' : `Booked on ${code}.` }
    },
  )
}

export const addJournal: AddCommand = (journal, call) => {
  accounts(journal, call)
  action(
    journal.command('list').description('the journals that are closed').requiredOption('--church <slug>', 'the church'),
    call,
    async (open, { church }: { church: string }) => {
      const { journals, currency } = await lookAt(open, church, journalsView, {})
      const rows = journals.map(one => [
        one.number,
        one.from_on,
        one.to_on,
        exactAmount(BigInt(one.total), currency),
        one.closed_at,
        one.closed_by ?? '',
        one.sha256.slice(0, 12),
      ])
      const heads = ['number', 'from', 'to', 'debits = credits', 'closed', 'by', 'sha256']
      return { json: journals, text: table(heads, rows) }
    },
  )
  action(
    journal
      .command('file')
      .description('write a journal as CSV: a closed one, the next one as it would be now, or any days')
      .requiredOption('--church <slug>', 'the church')
      .option('--number <n>', 'a closed journal')
      .option('--from <date>', 'gifts from this day on, as they are now, whatever is closed')
      .option('--to <date>', 'up to this day; today where missing')
      .requiredOption('--csv <file>', 'the file')
      .addHelpText('after', '\nExample:\n  sexton journal file --church grace --number 3 --csv march.csv'),
    call,
    async (open, { church, csv, ...asked }: FileOptions) => {
      if (asked.number !== undefined && asked.from !== undefined)
        throw new CommandError('Ask for a number, or for days.')
      await writeMade(open, church, journalFile, asked, csv)
      return { json: { file: csv }, text: `Saved as ${csv}.` }
    },
  )
  action(
    journal
      .command('close')
      .description('close the books up to a day: that journal never changes, later changes go into the next one')
      .requiredOption('--church <slug>', 'the church')
      .option('--from <date>', 'the first day, of the first journal alone')
      .requiredOption('--to <date>', 'the last day'),
    call,
    async (open, { church, from, to }: { church: string; from?: string; to: string }) => {
      const closed = await doAction(open, church, closeJournal, { from, to })
      const { number, from_on, to_on, lines } = closed
      return { json: closed, text: `Journal ${number}, ${from_on} to ${to_on}, is closed: ${lines} lines.` }
    },
  )
}
