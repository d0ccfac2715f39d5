/** Which church the parts of a statement are of: by its value, by the column of another table, or of any. */
import { conjuncts, list, part, type Tree, texts, within } from './tree.ts'

/** In the place of an alias: a value, as a parameter is one. */
const VALUE = ' value'

/** A select, update or delete, with the tables that it reads by itself. */
export interface Level {
  /** Distributed tables by alias. */
  tables: Map<string, string>
  /** Aliases of which an equation says that they are of the same church; the value of a church is among them. */
  tied: Map<string, Set<string>>
  /** The same by equations of columns alone. */
  joined: Map<string, Set<string>>
}

type Tables = ReadonlyMap<string, string>

const SUBQUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'SubLink', 'withClause']

/** A level, and what further in is of the same church by what is said here. */
interface Found extends Level {
  node: Tree
  /** The selects that stand as tables here, by alias. */
  derived: Map<string, Tree>
  /** The selects of `exists` that are asked for here. */
  asked: Tree[]
}

/** The levels of a statement that read tables. @param isDistributed of a name that is no common table expression */
export function levelsOf(statement: Tree, isDistributed: (table: string) => boolean): Level[] {
  // Who stands further out comes first: what is known of it is known of what it holds.
  const all = ['UpdateStmt', 'DeleteStmt', 'SelectStmt'].flatMap(kind =>
    within(statement, kind).map(node => levelOf(node, isDistributed)),
  )
  for (const level of all) handDown(level, all)
  return all.filter(({ tables }) => tables.size > 0)
}

function levelOf(node: Tree, isDistributed: (table: string) => boolean): Found {
  const from = [...list(node, 'fromClause'), ...list(node, 'usingClause')]
  const own = part(node, 'relation')
  const read = [...(own === undefined ? [] : [own]), ...within(from, 'RangeVar', SUBQUERIES)]
  const tables = new Map(
    read
      .map(one => [part(one, 'alias')?.aliasname ?? one.relname, one.relname] as [string, string])
      .filter(([, table]) => isDistributed(table)),
  )
  const derived = new Map(
    within(from, 'RangeSubselect', SUBQUERIES).map(one => [
      String(part(one, 'alias')?.aliasname),
      part(one, 'subquery', 'SelectStmt') ?? {},
    ]),
  )
  const joins = within(from, 'JoinExpr', SUBQUERIES).flatMap(join => conjuncts(part(join, 'quals')))
  const pairs = pairsOf(tables, derived, [...conjuncts(part(node, 'whereClause')), ...joins])
  const asked = within(part(node, 'whereClause'), 'SubLink', ['SelectStmt'])
    .filter(link => link.subLinkType === 'EXISTS_SUBLINK')
    .flatMap<Tree>(link => part(link, 'subselect', 'SelectStmt') ?? [])
  const joined = grouped(pairs.filter(pair => !pair.includes(VALUE)))
  return { node, tables, derived, asked, tied: grouped(pairs), joined }
}

/** Citus takes what is said of the church of a select that stands as a table, or of who asks whether there is one, to hold within. */
function handDown(level: Found, all: readonly Found[]): void {
  for (const [alias, select] of level.derived) {
    const inner = all.find(({ node }) => node === select)
    const shown = inner && shownChurch(inner)
    if (inner && shown && isNamed(level, alias)) name(inner, shown)
  }
  for (const inner of all.filter(({ node }) => level.asked.includes(node))) {
    for (const alias of level.tables.keys()) if (isNamed(level, alias)) name(inner, `outer ${alias}`)
  }
}

/** Says that a church is a value, and so that of all that are of the same. */
function name({ tied }: Level, alias: string): void {
  const group = tied.get(alias) ?? new Set([alias])
  group.add(VALUE)
  for (const one of group) tied.set(one, group)
}

/** The alias whose church a select shows as such. */
function shownChurch({ node, tables, derived }: Found): string | undefined {
  for (const target of list(node, 'targetList').flatMap<Tree>(one => part(one, 'ResTarget') ?? [])) {
    const value = part(target, 'val')
    const shown = target.name ?? texts(list(part(value, 'ColumnRef'), 'fields')).at(-1)
    const alias = shown === 'church_id' && value !== undefined ? endOf(tables, derived, value) : undefined
    if (alias !== undefined && alias !== VALUE) return alias
  }
  return undefined
}

/** What equals what. */
const pairsOf = (tables: Tables, derived: ReadonlyMap<string, Tree>, conditions: readonly Tree[]): string[][] =>
  conditions.flatMap(condition => {
    const equal = part(condition, 'A_Expr')
    if (equal?.kind !== 'AEXPR_OP' || texts(list(equal, 'name'))[0] !== '=') return []
    const sides = [equal.lexpr, equal.rexpr].flatMap(one => endOf(tables, derived, one as Tree) ?? [])
    return sides.length === 2 ? [sides] : []
  })

/** What equals what over one step or more. */
function grouped(pairs: readonly string[][]): Map<string, Set<string>> {
  const groups: Set<string>[] = []
  for (const pair of pairs) {
    const met = groups.filter(group => pair.some(one => group.has(one)))
    for (const group of met) groups.splice(groups.indexOf(group), 1)
    groups.push(new Set([...met.flatMap(group => [...group]), ...pair]))
  }
  return new Map(groups.flatMap(group => [...group].map(one => [one, group] as const)))
}

/** The alias whose church a side of an equation is, a value, or what is neither. */
function endOf(tables: Tables, derived: ReadonlyMap<string, Tree>, side: Tree): string | undefined {
  const column = part(side, 'ColumnRef')
  if (column === undefined)
    return within(side, 'ColumnRef').length + within(side, 'SubLink').length === 0 ? VALUE : undefined
  const names = texts(list(column, 'fields'))
  const name = names.at(-1)
  const alias = names.length > 1 ? names[0] : [...tables.keys(), ...derived.keys()][0]
  if (alias === undefined) return undefined
  if (derived.has(alias)) return name === 'church_id' ? alias : undefined
  if (!tables.has(alias)) return `outer ${alias}`
  return name === (tables.get(alias) === 'churches' ? 'id' : 'church_id') ? alias : undefined
}

/** True where the church of an alias is a value. */
export const isNamed = ({ tied }: Level, alias: string): boolean => tied.get(alias)?.has(VALUE) ?? false

/** True where all distributed tables of a level are of the same church, whichever that is, or of that of a row further out. */
export function isTogether({ tables, joined }: Level): boolean {
  const [first = '', ...others] = tables.keys()
  return others.every(
    one => joined.get(first)?.has(one) || [...(joined.get(one) ?? [])].some(end => end.startsWith('outer ')),
  )
}
