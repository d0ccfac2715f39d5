/** units add, units show. */
import { InvalidArgumentError } from 'commander'
import { noteUnits, unitsLeft } from '../modules/messaging/units-book.ts'
import { type AddCommand, action } from './command.ts'
import { doAction } from './doing.ts'

/** What the book says where whoever added the units said nothing. */
const NO_NOTE = 'By the command line'

function unitsArgument(text: string): number {
  if (!/^[+-]?\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Adds the commands for SMS units. */
export const addUnitsCommand: AddCommand = (units, call) => {
  action(
    units
      .command('add')
      .description('add units; a negative number takes some away')
      .argument('<number>', 'how many', unitsArgument)
      .requiredOption('--church <slug>', 'the church')
      .option('--note <text>', 'what for, such as an invoice')
      .addHelpText(
        'after',
        '\nExamples:\n  sexton units add 500 --church grace --note "Invoice 17"\n  sexton units add --church grace -- -20',
      ),
    call,
    async (open, number: number, { church: slug, note = NO_NOTE }: { church: string; note?: string }) => {
      const { balance } = await doAction(open, slug, noteUnits, { units: number, note })
      return { json: { added: number, balance }, text: `"${slug}" has ${balance} SMS units.` }
    },
  )

  action(
    units.command('show').description('show how many units are left').requiredOption('--church <slug>', 'the church'),
    call,
    async ({ database, church }, { church: slug }: { church: string }) => {
      const { balance, held } = await unitsLeft(database.read, await church(slug))
      const onTheWay = held === 0 ? '' : `, ${held} of them for messages on their way`
      return { json: { balance, held }, text: `"${slug}" has ${balance} SMS units${onTheWay}.` }
    },
  )
}
