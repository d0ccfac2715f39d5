/** fund create, fund update. */
import { createFund } from '../modules/contributions/create-fund.ts'
import { updateFund } from '../modules/contributions/update-fund.ts'
import { type AddCommand, action } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'

interface CreateOptions {
  church: string
  name: string
  default?: boolean
  inactive?: boolean
  kind?: string
}

interface UpdateOptions {
  church: string
  id: number
  name?: string
  kind?: string
  default?: boolean
  active?: boolean
  inactive?: boolean
}

export const addFund: AddCommand = (fund, end) => {
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
    async (open, { church, name, kind, inactive, ...options }: CreateOptions) => {
      const sent = { name, kind, is_default: options.default, is_active: !inactive }
      const made = await doAction(open, church, createFund, sent)
      return { json: made, text: `Fund "${made.name}" made (id ${made.id}).` }
    },
  )

  addUpdate(fund, end)
}

const addUpdate: AddCommand = (fund, end) => {
  action(
    fund
      .command('update')
      .description('rename a fund, make it the default, switch it on or off')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--id <id>', 'the fund', idOption)
      .option('--name <name>', 'its new name')
      .option('--kind <kind>', 'such as general, tithe, missions or building')
      .option('--default', 'gifts that name no fund go here from now on')
      .option('--active', 'takes gifts again')
      .option('--inactive', 'takes no more gifts')
      .addHelpText('after', '\nExample:\n  sexton fund update --church grace --id 3 --name "New roof" --default'),
    end,
    async (open, { church, id, name, kind, active, inactive, ...options }: UpdateOptions) => {
      const is_active = active || inactive ? active === true : undefined
      const made = await doAction(open, church, updateFund, { id, name, kind, is_default: options.default, is_active })
      return { json: made, text: `Fund "${made.name}" changed (id ${made.id}).` }
    },
  )
}
