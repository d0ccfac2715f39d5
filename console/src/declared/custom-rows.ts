/** Custom fields as rows of name and value, and back (spec, Person, custom; merged on update, null removes). */

/** One custom field, as it is typed. */
export interface CustomRow {
  name: string
  /** As text; numbers, yes and no, and what is nested as JSON. */
  value: string
}

/** A value as it is shown and typed. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A row for each custom field. */
export const customRows = (custom: Record<string, unknown>): CustomRow[] =>
  Object.entries(custom).map(([name, value]) => ({ name, value: valueText(value) }))

/** What is typed keeps the kind of the value that was there: a number stays a number where it still is one. */
function typed(text: string, before: unknown): unknown {
  if (before === undefined || before === null || typeof before === 'string') return text
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === typeof before ? read : text
  } catch {
    return text
  }
}

/**
 * What to send so that `before` becomes what the rows say: new and changed values, null for those that are gone.
 * @returns undefined when nothing changed
 */
export function customChanges(
  before: Record<string, unknown>,
  rows: readonly CustomRow[],
): Record<string, unknown> | undefined {
  const named = rows.map(row => ({ ...row, name: row.name.trim() })).filter(({ name }) => name !== '')
  const kept = new Set(named.map(({ name }) => name))
  const changed = named
    .filter(({ name, value }) => !(name in before) || valueText(before[name]) !== value)
    .map(({ name, value }) => [name, typed(value, before[name])])
  const gone = Object.keys(before)
    .filter(name => !kept.has(name))
    .map(name => [name, null])
  return changed.length + gone.length > 0 ? Object.fromEntries([...changed, ...gone]) : undefined
}
