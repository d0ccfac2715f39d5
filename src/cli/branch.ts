/** branch create, branch list. */
import { sql } from '../db/sql.ts'
import { createBranch } from '../modules/church/create-branch.ts'
import { type AddCommand, action } from './command.ts'
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

export const addBranch: AddCommand = (program, end) => {
  const branch = program.command('branch').description('the branch tree of a church')

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
    async ({ database, church }, { church: slug, name, parent: parent_id, code, level }: CreateOptions) => {
      const made = await createBranch(database, await church(slug), { name, parent_id, code, level })
      return { json: made, text: `Branch "${made.name}" made (id ${made.id}, below ${made.parent_id}).` }
    },
  )

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

const tree = (branches: readonly Listed[], parent: number | null): string[] =>
  branches
    .filter(branch => branch.parent_id === parent)
    .flatMap(branch => [`${'  '.repeat(branch.depth)}${branch.name} (${branch.id})`, ...tree(branches, branch.id)])
