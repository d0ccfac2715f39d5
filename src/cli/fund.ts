/** fund create, fund update. */
import { createFund } from '../modules/contributions/create-fund.ts'
import { type FundChange, fundChanges, updateFund } from '../modules/contributions/update-fund.ts'
import { checkBody } from '../resource/body.ts'
import { type AddCommand, action } from './command.ts'
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

function changeOf({ name, kind, active, inactive, ...options }: UpdateOptions): Record<string, unknown> {
  const said = active || inactive
  return {
    ...(name !== undefined && { name }),
    ...(kind !== undefined && { kind }),
    ...(options.default && { is_default: true }),
    ...(said && { is_active: active === true }),
  }
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
    async ({ database, church }, options: UpdateOptions) => {
      const found = await church(options.church)
      const { input, problems } = checkBody(fundChanges, { json: changeOf(options) }, false, found)
      problems.throwIfAny()
      const made = JSON.parse(await updateFund(database, found, options.id, input as FundChange))
      return { json: made, text: `Fund "${made.name}" changed (id ${made.id}).` }
    },
  )
}
