/** fund create. */
import { createFund } from '../modules/giving/create-fund.ts'
import { type AddCommand, action } from './command.ts'

interface CreateOptions {
  church: string
  name: string
  default?: boolean
  inactive?: boolean
  kind?: string
}

export const addFund: AddCommand = (program, end) => {
  const fund = program.command('fund').description('the funds of a church')

  action(
    fund
      .command('create')
      .description('add a fund')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--name <name>', 'its name')
      .option('--default', 'gifts that name no fund go here from now on')
      .option('--inactive', 'takes no gifts')
      .option('--kind <kind>', 'such as general, tithe, missions or building')
      .addHelpText('after', '\nExample:\n  sexton fund create --church grace --name "Building fund"'),
    end,
    async ({ database, church }, { church: slug, name, kind, ...options }: CreateOptions) => {
      const made = await createFund(database, await church(slug), {
        name,
        is_default: options.default ?? false,
        is_active: !options.inactive,
        ...(kind !== undefined && { kind }),
      })
      return { json: made, text: `Fund "${made.name}" made (id ${made.id}).` }
    },
  )
}
