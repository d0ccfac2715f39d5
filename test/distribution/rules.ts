/**
 * What Citus (13.2) refuses, or does wrongly without a word, of statements that one PostgreSQL takes. Each rule was seen to be true
 * there; docs/run/citus.md says them for people. A statement is judged by PostgreSQL's own parser, so no Citus is needed.
 */
import { isNamed, isTogether, levelsOf } from './churches.ts'
import { calledName, castType, has, list, part, type Tree, texts, within } from './tree.ts'

const VOLATILE = ['clock_timestamp', 'gen_random_uuid', 'nextval', 'random', 'statement_timestamp', 'timeofday']
/** Those that answer otherwise in another time zone, or at another time. */
const STABLE = [
  'array_to_string',
  'concat',
  'concat_ws',
  'current_setting',
  'date_trunc',
  'format',
  'json_build_array',
  'json_build_object',
  'jsonb_build_array',
  'jsonb_build_object',
  'now',
  'to_char',
  'to_date',
  'to_json',
  'to_jsonb',
  'to_timestamp',
]
const CHANGES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt']

/** Rules by name, and what breaks them. */
export const RULES = {
  'one church': 'a part of it does not say by value which church it is of, while others do',
  'across churches': 'it joins tables of churches by something else than the church',
  'locks across churches': 'it locks rows without naming a church',
  'look-up while inserting': 'an insert looks something up in its values or in what it returns',
  'joins while inserting': 'an insert joins tables by the value of the church, not by its column',
  'how many conflicted':
    'an insert from a select that passes over conflicts counts those too, unless it returns its rows',
  'ids of another node': 'an insert from a list looks something up, so that another node counts up its ids',
  'case of a value': 'an update or delete has "case x when", which has to be "case when x ="',
  'no columns': '"exists (select from" has to select something',
  'row address': 'it names rows of several churches by their place (ctid)',
  'another kind': 'it changes what every node has by what is distributed',
  'changing functions': 'a change calls a function that is not the same each time; times are parameters',
  'function of a column':
    'a change calls a function of a column that is not the same in every time zone, such as to_char or jsonb_build_object',
  'picked from a list':
    'a change sets a column to what it picks from a list, (…)[n], by which the coordinator ends; pick it before',
  'time from a column': 'a change reckons with a time and a column, in one that another node does',
  'setting of one node': 'a setting of the planner stays on the coordinator, while a worker plans as before',
  'what is returned': 'a change returns what depends on the time zone; select it from what was changed',
} as const

export type Rule = keyof typeof RULES

/**
 * The rules that a statement breaks.
 * @param isDistributed of the name of a table: whether it is distributed by church
 * @param isManaged whether Citus plans its changes
 */
export function broken(
  statement: Tree,
  isDistributed: (table: string) => boolean,
  isManaged: (table: string) => boolean,
): Rule[] {
  const expressions = within(statement, 'CommonTableExpr').map(({ ctename }) => ctename)
  const distributed = (table: string): boolean => isDistributed(table) && !expressions.includes(table)
  const all = CHANGES.flatMap(kind => within(statement, kind).map(node => ({ kind, node })))
  const changed = ({ node }: { node: Tree }): string => String(part(node, 'relation')?.relname)
  const changes = all.filter(one => isManaged(changed(one)))
  const readsChurches = within(statement, 'RangeVar').some(({ relname }) => distributed(String(relname)))
  if (planner(statement)) return ['setting of one node']
  if (changes.length === 0 && !readsChurches) return []
  const rules: [Rule, boolean][] = [
    ...ofChurches(statement, distributed),
    ['no columns', within(statement, 'SubLink').some(one => isEmpty(part(one, 'subselect', 'SelectStmt')))],
    ['another kind', readsChurches && all.some(one => one.kind !== 'InsertStmt' && !isDistributed(changed(one)))],
    ...changes.flatMap(({ kind, node }) => ofChange(kind, node, distributed)),
  ]
  return [...new Set(rules.filter(([, isBroken]) => isBroken).map(([rule]) => rule))]
}

/** Whether it sets what the planner goes by, in its transaction. */
const planner = (statement: Tree): boolean =>
  /^enable_|_collapse_limit$/.test(String(part(statement, 'VariableSetStmt')?.name))

const isEmpty = (select: Tree | undefined): boolean =>
  select?.op === 'SETOP_NONE' && select.targetList === undefined && select.valuesLists === undefined

function ofChurches(statement: Tree, distributed: (table: string) => boolean): [Rule, boolean][] {
  const levels = levelsOf(statement, distributed)
  const named = levels.flatMap(level => [...level.tables.keys()].map(alias => isNamed(level, alias)))
  // An insert of values names its church, too.
  const isOne = named.includes(true)
  return [
    ['one church', isOne && named.includes(false)],
    ['across churches', !isOne && levels.some(level => !isTogether(level))],
    ['row address', !isOne && within(statement, 'ColumnRef').some(one => texts(list(one, 'fields')).at(-1) === 'ctid')],
    ['locks across churches', !isOne && levels.length > 0 && has(statement, 'LockingClause')],
  ]
}

function ofChange(kind: string, node: Tree, distributed: (table: string) => boolean): [Rule, boolean][] {
  const returned = list(part(node, 'returningClause'), 'exprs')
  const sets = list(node, 'targetList')
  return [
    ...(kind === 'InsertStmt' ? ofInsert(node, returned, distributed) : []),
    [
      'case of a value',
      kind !== 'InsertStmt' && within(node, 'CaseExpr', ['withClause']).some(one => one.arg !== undefined),
    ],
    ['changing functions', kind !== 'InsertStmt' && callsVolatile([sets, node.whereClause])],
    ['changing functions', kind === 'UpdateStmt' && choices(sets).some(isTimely)],
    ['changing functions', kind !== 'InsertStmt' && choices([node.whereClause]).some(isTimely)],
    ['function of a column', kind !== 'InsertStmt' && callsOfColumn([sets, node.whereClause])],
    ['changing functions', list(part(node, 'onConflictClause'), 'targetList').some(isTimely)],
    ['picked from a list', kind === 'UpdateStmt' && sets.some(isPicked)],
    ['picked from a list', list(part(node, 'onConflictClause'), 'targetList').some(isPicked)],
    ['time from a column', kind === 'UpdateStmt' && sets.some(reckonsByColumn)],
    ['what is returned', returned.some(one => isTimely(one) || turnsIntoText(one))],
  ]
}

function ofInsert(node: Tree, returned: readonly Tree[], distributed: (table: string) => boolean): [Rule, boolean][] {
  const select = part(node, 'selectStmt', 'SelectStmt')
  const from = list(select, 'fromClause')
  const tables = within(from, 'RangeVar', ['SelectStmt', 'SubLink'])
  const [level] = from.length === 0 ? [] : levelsOf({ SelectStmt: { ...select, withClause: undefined } }, distributed)
  const isFromList = tables.length === 0 && from.length > 0
  const looksUp = within(within(list(select, 'targetList'), 'SubLink'), 'RangeVar').some(({ relname }) =>
    distributed(String(relname)),
  )
  return [
    ['look-up while inserting', has(list(select, 'valuesLists'), 'SubLink') || has(returned, 'SubLink')],
    ['joins while inserting', level !== undefined && level.tables.size > 1 && !isTogether(level)],
    ['joins while inserting', level !== undefined && startsWithList(from[0])],
    ['ids of another node', isFromList && looksUp],
    ['how many conflicted', from.length > 0 && returned.length === 0 && passesOver(node)],
  ]
}

const passesOver = (insert: Tree): boolean => part(insert, 'onConflictClause')?.action === 'ONCONFLICT_NOTHING'

/** Whether what is selected from begins with a list of which all is kept, whatever the tables have that are joined to it. */
const startsWithList = (first: Tree | undefined): boolean => {
  const join = part(first, 'JoinExpr')
  const left = part(join, 'larg')
  return (
    left !== undefined && ((join?.jointype === 'JOIN_LEFT' && left.RangeFunction !== undefined) || startsWithList(left))
  )
}

const choices = (nodes: readonly unknown[]): Tree[] =>
  ['CaseExpr', 'CoalesceExpr'].flatMap(kind => within(nodes, kind, ['SubLink']))

const callsVolatile = (node: unknown): boolean =>
  within(node, 'FuncCall').some(one => VOLATILE.includes(calledName(one)))

const callsOfColumn = (node: unknown): boolean =>
  within(node, 'FuncCall', ['SubLink']).some(
    one => STABLE.includes(calledName(one)) && has(one, 'ColumnRef', ['SubLink']),
  )

/** Whether it is another one at another time, or in another time zone. */
const isTimely = (node: Tree): boolean =>
  within(node, 'FuncCall', ['SubLink']).some(one => [...VOLATILE, ...STABLE].includes(calledName(one))) ||
  within(node, 'SQLValueFunction', ['SubLink']).length > 0 ||
  within(node, 'TypeCast', ['SubLink']).some(one => castType(one) === 'date' && has(part(one, 'arg'), 'TypeCast')) ||
  within(node, 'A_Expr', ['SubLink']).some(reckons)

/** A time and so long after or before it. */
const reckons = (node: Tree): boolean =>
  ['+', '-'].includes(texts(list(node, 'name'))[0] ?? '') &&
  within(node, 'TypeCast', ['SubLink']).some(one => castType(one) === 'interval')

const reckonsByColumn = (set: Tree): boolean =>
  within(set, 'A_Expr', ['SubLink']).some(one => reckons(one) && has(one, 'ColumnRef', ['SubLink'])) ||
  within(set, 'A_Indirection').some(one => has(one, 'ColumnRef') && has(one, 'ParamRef'))

/** Only where nothing else is made of it: within a sum it does no harm. */
const isPicked = (set: Tree): boolean =>
  list(part(set, 'ResTarget', 'val', 'A_Indirection'), 'indirection').some(one => one.A_Indices !== undefined)

/** A day or a time as PostgreSQL writes it for who asks. */
const turnsIntoText = (node: Tree): boolean =>
  within(node, 'TypeCast', ['SubLink']).some(one => castType(one) === 'text' && has(one, 'ColumnRef'))
