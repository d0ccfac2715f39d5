/**
 * Notes the statements that the service sends while tests run in this process, and judges them when a file is over. So the suites
 * that we have anyway hold what Citus needs, on one PostgreSQL.
 */
import { Handle } from '../../src/db/handle.ts'
import type { Statement } from '../../src/db/sql.ts'
import { told } from '../runner/stack.ts'
import { EXCEPTIONS } from './exceptions.ts'
import { distributedTables, managedTables } from './kinds.ts'
import { broken, RULES } from './rules.ts'
import { loadParser, statementsOf } from './tree.ts'

/** By text: where it was sent first. */
const fresh = new Map<string, Error>()
const judged = new Set<string>()

const DEEP = 30

type Runs = (this: Handle, query: Statement) => Promise<unknown>

for (const name of ['text', 'result'] as const) {
  const prototype = Handle.prototype as unknown as Record<'text' | 'result', Runs>
  const own = prototype[name]
  prototype[name] = function (query) {
    note(query.text)
    return own.call(this, query)
  }
}

function note(text: string): void {
  if (judged.has(text)) return
  judged.add(text)
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = DEEP
  fresh.set(text, new Error('sent'))
  Error.stackTraceLimit = depth
}

/** What of the statements since the last call Citus would refuse; undefined for nothing. */
export async function brokenRules(): Promise<string | undefined> {
  await loadParser()
  const [distributed, managed] = [distributedTables(), managedTables()]
  const faults: string[] = []
  for (const [text, sent] of fresh) {
    const rules = statementsOf(text).flatMap(one =>
      broken(
        one,
        table => distributed.has(table),
        table => managed.has(table),
      ),
    )
    const place = rules.length === 0 ? undefined : placeOf(sent)
    // What a test sent the service may send yet.
    if (rules.length > 0 && place === undefined) judged.delete(text)
    for (const rule of place === undefined ? [] : rules) {
      if (EXCEPTIONS.some(one => place?.startsWith(`${one.file}:`) && one.rule === rule)) continue
      faults.push(`On Citus this fails, since ${RULES[rule]} (${rule}).\n    ${place}\n${text}`)
    }
  }
  fresh.clear()
  return faults.length === 0 ? undefined : faults.join('\n\n')
}

/** The place of the service that sent it; undefined for a statement of a test. */
function placeOf(sent: Error): string | undefined {
  const frames = told(sent)
    .split('\n')
    .flatMap(line => /\/(src|test)\/([^():]+:\d+)/.exec(line) ?? [])
    .filter((_, at) => at % 3 === 0)
    .map(frame => frame.slice(1))
    .filter(frame => !/^(test\/distribution|src\/db)\//.test(frame))
  const [first] = frames
  return first?.startsWith('src/') && !first.includes('.test.ts') ? first : undefined
}
