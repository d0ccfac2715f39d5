/** Prints what was measured. */

/** Columns as wide as they have to be; the first to the left, the others to the right. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map(row => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  console.log(`\n${title}\n`)
  console.log(line(head))
  console.log(widths.map(width => '-'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
}

/** 10,000 and 1.5 m as `10k`, `1.5m`. */
export function short(size: number): string {
  if (size >= 1_000_000) return `${size / 1_000_000}m`
  return size >= 1_000 ? `${size / 1_000}k` : String(size)
}

/** Milliseconds. */
export const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

/** The middle of some values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
