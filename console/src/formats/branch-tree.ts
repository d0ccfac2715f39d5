/** Branches as the tree that their `parent_id` makes. */
import type { Branch } from '../api-types.ts'

/** A branch with those right below it. */
export interface BranchNode {
  branch: Branch
  children: BranchNode[]
}

/** Branches whose branch above is out of sight stand at the top. */
export function branchNodes(branches: readonly Branch[]): BranchNode[] {
  const nodes = new Map(branches.map(branch => [branch.id, { branch, children: [] as BranchNode[] }]))
  const top: BranchNode[] = []
  for (const node of nodes.values()) {
    const above = node.branch.parent_id === null ? undefined : nodes.get(node.branch.parent_id)
    const siblings = above?.children ?? top
    siblings.push(node)
  }
  return top
}

/** Choices of a select, each before those below it, set in by their depth. */
export function branchChoices(branches: readonly Branch[]): { value: string; label: string }[] {
  const walk = (nodes: readonly BranchNode[], depth: number): { value: string; label: string }[] =>
    nodes.flatMap(({ branch, children }) => [
      { value: String(branch.id), label: `${'\u2003'.repeat(depth)}${branch.name}` },
      ...walk(children, depth + 1),
    ])
  return walk(branchNodes(branches), 0)
}

/** Those where a branch can go: neither itself nor what is below it. */
export function withoutBranch(branches: readonly Branch[], id: number): Branch[] {
  const gone = new Set([id])
  const walk = (parent: number): void => {
    for (const branch of branches) {
      if (branch.parent_id !== parent || gone.has(branch.id)) continue
      gone.add(branch.id)
      walk(branch.id)
    }
  }
  walk(id)
  return branches.filter(branch => !gone.has(branch.id))
}
