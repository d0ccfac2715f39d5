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

const SUBQUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'SubLink', 'withClause']

/** The levels of a statement. @param isDistributed of a name that is no common table expression */
export function levelsOf(statement: Tree, isDistributed: (table: string) => boolean): Level[] {
  return ['SelectStmt', 'UpdateStmt', 'DeleteStmt'].flatMap(kind =>
    within(statement, kind).flatMap(node => {
      const from = [...list(node, 'fromClause'), ...list(node, 'usingClause')]
      const own = part(node, 'relation')
      const read = [...(own === undefined ? [] : [own]), ...within(from, 'RangeVar', SUBQUERIES)]
      const tables = new Map(
        read
          .map(one => [part(one, 'alias')?.aliasname ?? one.relname, one.relname] as [string, string])
          .filter(([, table]) => isDistributed(table)),
      )
      if (tables.size === 0) return []
      const joins = within(from, 'JoinExpr', SUBQUERIES).flatMap(join => conjuncts(part(join, 'quals')))
      const pairs = pairsOf(tables, [...conjuncts(part(node, 'whereClause')), ...joins])
      return [{ tables, tied: grouped(pairs), joined: grouped(pairs.filter(pair => !pair.includes(VALUE))) }]
    }),
  )
}

/** What equals what. */
const pairsOf = (tables: ReadonlyMap<string, string>, conditions: readonly Tree[]): string[][] =>
  conditions.flatMap(condition => {
    const equal = part(condition, 'A_Expr')
    if (equal?.kind !== 'AEXPR_OP' || texts(list(equal, 'name'))[0] !== '=') return []
    const sides = [equal.lexpr, equal.rexpr].flatMap(one => endOf(tables, one as Tree) ?? [])
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
function endOf(tables: ReadonlyMap<string, string>, side: Tree): string | undefined {
  const column = part(side, 'ColumnRef')
  if (column === undefined)
    return within(side, 'ColumnRef').length + within(side, 'SubLink').length === 0 ? VALUE : undefined
  const names = texts(list(column, 'fields'))
  const name = names.at(-1)
  const alias = names.length > 1 ? names[0] : [...tables.keys()][0]
  if (alias === undefined) return undefined
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
