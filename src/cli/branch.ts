/** branch create, update, remove, list. */
import { sql } from '../db/sql.ts'
import { createBranch } from '../modules/church/create-branch.ts'
import { removeBranch } from '../modules/church/remove-branch.ts'
import { updateBranch } from '../modules/church/update-branch.ts'
import { type AddCommand, action } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'

interface CreateOptions {
  church: string
  name: string
  parent?: number
  code?: string
  level?: string
}

interface Listed {
  id: number
  parent_id: number | null
  depth: number
  name: string
  is_hq: boolean
}

interface UpdateOptions {
  church: string
  id: number
  name?: string
  parent?: number
  code?: string
  level?: string
  status?: string
}

export const addBranch: AddCommand = (branch, end) => {
  action(
    branch
      .command('create')
      .description('add a branch')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--name <name>', 'its name')
      .option('--parent <id>', 'the branch above it; the head branch where missing', idOption)
      .option('--code <code>', 'a short code')
      .option('--level <level>', 'such as branch, district or region')
      .addHelpText('after', '\nExample:\n  sexton branch create --church grace --name "Ikeja" --parent 1'),
    end,
    async (open, { church: slug, name, parent: parent_id, code, level }: CreateOptions) => {
      const made = await doAction(open, slug, createBranch, { name, parent_id, code, level })
      return { json: made, text: `Branch "${made.name}" made (id ${made.id}, below ${made.parent_id}).` }
    },
  )

  addChanges(branch, end)

  action(
    branch.command('list').description('show the tree').requiredOption('--church <slug>', 'the church'),
    end,
    async ({ database, church }, { church: slug }: { church: string }) => {
      const { id } = await church(slug)
      const branches = await database.read.all<Listed>(
        sql`select id, parent_id, depth, name, is_hq from branches where church_id = ${id} order by id`,
      )
      return { json: { branches }, text: tree(branches, null).join('\n') }
    },
  )
}

const addChanges: AddCommand = (branch, end) => {
  action(
    branch
      .command('update')
      .description('rename a branch, close it, or move it with everything below it')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--id <id>', 'the branch', idOption)
      .option('--name <name>', 'its new name')
      .option('--parent <id>', 'the branch above it from now on', idOption)
      .option('--code <code>', 'a short code')
      .option('--level <level>', 'such as branch, district or region')
      .option('--status <status>', 'active or closed')
      .addHelpText('after', '\nExample:\n  sexton branch update --church grace --id 4 --parent 2'),
    end,
    async (open, { church: slug, id, parent: parent_id, name, code, level, status }: UpdateOptions) => {
      const changed = await doAction(open, slug, updateBranch, { id, parent_id, name, code, level, status })
      return { json: changed, text: `Branch "${changed.name}" changed (id ${id}, below ${changed.parent_id}).` }
    },
  )

  action(
    branch
      .command('remove')
      .description('remove a branch that holds nothing; close any other')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--id <id>', 'the branch', idOption),
    end,
    async (open, { church: slug, id }: { church: string; id: number }) => {
      await doAction(open, slug, removeBranch, { id })
      return { json: { id }, text: `Branch ${id} removed.` }
    },
  )
}

const tree = (branches: readonly Listed[], parent: number | null): string[] =>
  branches
    .filter(branch => branch.parent_id === parent)
    .flatMap(branch => [`${'  '.repeat(branch.depth)}${branch.name} (${branch.id})`, ...tree(branches, branch.id)])
