/** The tree that PostgreSQL's own parser makes of a statement, and how it is looked through. */
import { loadModule, parseSync } from 'libpg-query'

/** A node of the tree: what kind it is, and its members. */
export type Tree = { [member: string]: unknown }

let loaded: Promise<void> | undefined

/** The parser is loaded once; `statementsOf` needs it. */
export const loadParser = (): Promise<void> => {
  loaded ??= loadModule()
  return loaded
}

/** The statements of a text. @throws SqlError for what is none */
export const statementsOf = (text: string): Tree[] =>
  (parseSync(text).stmts ?? []).map(({ stmt }) => stmt as unknown as Tree)

/** All nodes of a kind below a node, without those that lie within a node of one of the other kinds. */
export function within(node: unknown, kind: string, but: readonly string[] = []): Tree[] {
  const found: Tree[] = []
  // One list for all of it: every statement of the suites is looked through some twenty times.
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return
    if (Array.isArray(one)) {
      for (const part of one) visit(part)
      return
    }
    for (const name in one) {
      if (but.includes(name)) continue
      const child = (one as Tree)[name]
      if (name === kind) found.push(child as Tree)
      visit(child)
    }
  }
  visit(node)
  return found
}

/** True where there is such a node. */
export const has = (node: unknown, kind: string, but: readonly string[] = []): boolean =>
  within(node, kind, but).length > 0

/** A member that is a node. */
export const part = (node: Tree | undefined, ...names: readonly string[]): Tree | undefined =>
  names.reduce<Tree | undefined>((at, name) => at?.[name] as Tree | undefined, node)

/** A member that is a list. */
export const list = (node: Tree | undefined, name: string): Tree[] => (node?.[name] as Tree[] | undefined) ?? []

/** The names that a list of strings holds, such as those of a column: alias, name. */
export const texts = (nodes: readonly Tree[]): string[] =>
  nodes.flatMap(one => (part(one, 'String')?.sval as string | undefined) ?? [])

/** The name of a function that is called. */
export const calledName = (call: Tree): string => texts(list(call, 'funcname')).at(-1) ?? ''

/** The type that something is turned into. */
export const castType = (cast: Tree): string => texts(list(part(cast, 'typeName'), 'names')).at(-1) ?? ''

/** What is said by `and`, each by itself. */
export function conjuncts(condition: Tree | undefined): Tree[] {
  const both = part(condition, 'BoolExpr')
  if (condition === undefined) return []
  return both?.boolop === 'AND_EXPR' ? list(both, 'args').flatMap(conjuncts) : [condition]
}
