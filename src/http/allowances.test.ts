/** The page of the limits says what the code does. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT, readConfig } from '../config.ts'
import { ALLOWANCES, type Allowance } from './allowances.ts'

const PAGE = path.join(ROOT, 'docs/decisions/0013-limits.md')

const UNITS: [scale: number, name: string][] = [
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
]

/** The variable of a setting. */
const envOf = (setting: string): string => `SEXTON_${setting.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`

function shown({ most, unit }: Allowance): string {
  const config = readConfig({})
  const value = typeof most === 'string' ? config[most] : typeof most === 'function' ? most(config) : most
  assert.ok(typeof value === 'number')
  const number = (one: number): string => one.toLocaleString('en')
  const setting = typeof most === 'string' ? ` (\`${envOf(most)}\`)` : ''
  if (unit === 'ms')
    return (value < 3_600_000 ? `${number(value / 1_000)} s` : `${number(value / 3_600_000)} h`) + setting
  const [scale, name] = UNITS.find(([scale]) => unit === 'bytes' && value % scale === 0) ?? [1, unit]
  return `${number(value / scale)} ${value === 1 ? name.replace(/s$/, '') : name}${setting}`
}

test('every limit is in the table of the decision, as it is in the code, and no other', () => {
  const rows = Object.values<Allowance>(ALLOWANCES).map(
    one => `| ${one.of} | ${one.what} | ${shown(one)} | ${one.beyond} |`,
  )
  const table = readFileSync(PAGE, 'utf8').split('\n|---|---|---|---|\n')[1] ?? ''
  assert.deepEqual(table.trimEnd().split('\n'), rows)
})
