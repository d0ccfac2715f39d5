/**
 * Runs the test files that the parent hands over, each as a suite of its own; see test-process.ts. What fails outside of
 * every test, such as a promise that nobody awaits or a timer that throws late, is a fault of the file that runs then.
 */
import { pathToFileURL } from 'node:url'
import { brokenRules } from '../distribution/sent.ts'
import { compiled } from '../support/compiled.ts'
import '../support/quick-passwords.ts'
import { told } from './stack.ts'
import { mock, suite } from './suites.ts'
import type { ToWorker } from './test-process.ts'

const languageParts = () => [JSON.parse, JSON.stringify, Array.prototype.push, Function.prototype.toString]
const LANGUAGE = languageParts()

const messages: AsyncIterable<ToWorker> = incoming()

/** Errors since the file began that no test has caught. */
let errors: unknown[] = []
for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(name, (error: unknown) => {
    errors.push(error)
    if (process.connected) process.send?.({ kind: 'error', error: told(error) })
  })
}

for await (const message of messages) {
  if (message.kind === 'file') begin(message.file)
  if (message.kind === 'ended') {
    // What was rejected at last is told in the next turn.
    await new Promise(resolve => setImmediate(resolve))
    // Of each file in its turn, also of one that failed.
    const faults = [await brokenRules(), faultOutside(), changedLanguage()].filter(fault => fault !== undefined)
    process.send?.({ kind: 'done', fault: faults.length === 0 ? undefined : faults.join('\n\n') })
  }
  if (message.kind === 'end') break
}
process.disconnect()

function begin(file: string): void {
  // What an earlier file pretended ended with it.
  mock.reset()
  mock.timers.reset()
  // Hooks of a file belong to its suite, as they would to its process.
  suite(file, () => import(pathToFileURL(compiled(file)).href))
}

/** Polyfills that a package brings along would slow down, and change, whatever runs behind them in this process. */
function changedLanguage(): string | undefined {
  const now = languageParts()
  const changed = LANGUAGE.filter((part, at) => part !== now[at])
  return changed.length === 0 ? undefined : `It changed ${changed.map(({ name }) => name).join(', ')} of the language.`
}

/** Node's test runner sets the exit code at once for what it cannot ascribe to a test, and so may a file. */
function faultOutside(): string | undefined {
  const [code, seen] = [process.exitCode ?? 0, errors]
  process.exitCode = undefined
  errors = []
  if (code === 0) return undefined
  return `Something failed outside of its tests (exit code ${code}).\n${seen.map(told).join('\n')}`
}

async function* incoming(): AsyncGenerator<ToWorker> {
  const waiting: ToWorker[] = []
  let wake: (() => void) | undefined
  process.on('message', message => {
    waiting.push(message as ToWorker)
    wake?.()
  })
  process.on('disconnect', () => wake?.())
  while (process.connected) {
    const next = waiting.shift()
    if (next !== undefined) yield next
    else
      await new Promise<void>(resolve => {
        wake = resolve
      })
  }
}
