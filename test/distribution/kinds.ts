/** The tables of the schema, as the migrations make them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../src/config.ts'
import { kindOf } from '../../src/db/distribution.ts'

let tables: Set<string> | undefined
let known: Set<string> | undefined

/** Those whose changes Citus plans: distributed ones, those that every node has, and local ones that name users. */
export function managedTables(): ReadonlySet<string> {
  known ??= new Set([
    ...distributedTables(),
    ...made().flatMap(([name, columns]) => (isManaged(name, columns) ? [name] : [])),
  ])
  return known
}

const isManaged = (name: string, columns: string): boolean =>
  kindOf(name, []) === 'reference' || (kindOf(name, []) === 'local' && namesUsers(name, columns))

/** Their keys may be added later. */
const namesUsers = (name: string, columns: string): boolean =>
  /references users/.test(columns) ||
  new RegExp(`alter table ${name} add constraint [^;]*references users`).test(allText())

/** Those that are distributed by church. */
export function distributedTables(): ReadonlySet<string> {
  tables ??= new Set(made().flatMap(([name, columns]) => (isOfChurches(name, columns) ? [name] : [])))
  return tables
}

const isOfChurches = (name: string, columns: string): boolean =>
  kindOf(name, /\bchurch_id\b/.test(columns) ? ['church_id'] : []) === 'by church'

const MADE = /^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)^\)/gm

const FOLDER = path.join(ROOT, 'migrations')

const allText = (): string =>
  readdirSync(FOLDER)
    .map(file => readFileSync(path.join(FOLDER, file), 'utf8'))
    .join('\n')

/** Each table with the text of its columns. */
const made = (): [name: string, columns: string][] =>
  [...allText().matchAll(MADE)].map(([, name = '', columns = '']) => [name, columns])
