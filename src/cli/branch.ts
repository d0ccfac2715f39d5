/** branch tree: the branches of a church, each below the one that it belongs to. */
import { branches } from '../modules/church/branches.ts'
import type { ByHand } from './by-hand.ts'
import { action } from './command.ts'
import { readAll } from './read.ts'
import { CHURCH } from './resource-change.ts'

interface Listed {
  id: number
  parent_id: number | null
  depth: number
  name: string
}

export const byHand: ByHand = {
  instead: [],
  add(branch, call) {
    action(
      branch
        .command('tree')
        .description('show all branches, each below the one that it belongs to')
        .requiredOption(...CHURCH)
        .addHelpText('after', '\nExample:\n  sexton branch tree --church grace'),
      call,
      async (open, { church }: { church: string }) => {
        const all = await readAll(open, branches, church)
        return { json: { branches: all }, text: tree(all, null).join('\n') }
      },
    )
  },
}

const tree = (all: readonly Listed[], parent: number | null): string[] =>
  all
    .filter(branch => branch.parent_id === parent)
    .flatMap(branch => [`${'  '.repeat(branch.depth)}${branch.name} (${branch.id})`, ...tree(all, branch.id)])
