/** A process that runs test files, one after the other, as the parent hands them over. */
import { type ChildProcess, spawn } from 'node:child_process'
import { signal } from '../../src/db/embedded/processes.ts'
import { compiled } from '../support/compiled.ts'
import { ROOT } from './files.ts'
import type { FileResult, FromWorker, TestEvent } from './report.ts'

/** How long a file may take before its process is ended; more for suites that are run at a larger scale. */
const MOST_MS = Number(process.env.SEXTON_TEST_MINUTES ?? 20) * 60_000
/** How long its tests may go on when something failed outside of them: they may wait for it. */
const PATIENCE_MS = 60_000
/** How long a process that has run all its files may take to end. */
const END_MS = 10_000

/** What a test process is told: run this file; its suite has ended, so say what failed outside of it; there is no more. */
export type ToWorker = { kind: 'file'; file: string } | { kind: 'ended' } | { kind: 'end' }

export class TestProcess {
  readonly #child: ChildProcess
  readonly #exit: Promise<number | null>
  #listener: ((message: FromWorker) => void) | undefined
  readonly #mayBeEmpty: boolean
  readonly #patience: number
  #failed = false
  alive = true

  /** @param flags of Node's test runner: with any, a file need not have a test that runs */
  constructor(flags: readonly string[], env: Record<string, string>, stop: AbortSignal, patience = PATIENCE_MS) {
    this.#patience = patience
    this.#mayBeEmpty = flags.length > 0
    const quiet = '--disable-warning=ExperimentalWarning'
    const args = [
      quiet,
      `--test-reporter=${compiled('test/runner/reporter.ts')}`,
      '--test-reporter-destination=stdout',
      ...flags,
    ]
    this.#child = spawn(process.execPath, [...args, compiled('test/runner/worker.ts')], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // A group of its own, so that all that tests started can be ended with it.
      detached: true,
      env: { ...process.env, ...env },
    })
    this.#child.on('message', message => this.#listener?.(message as FromWorker))
    this.#exit = new Promise(resolve => {
      this.#child.once('exit', code => {
        this.alive = false
        this.#endAll('SIGTERM')
        resolve(code)
      })
    })
    stop.addEventListener('abort', () => this.#endAll('SIGTERM'), { once: true })
  }

  /** Runs one file to its end. */
  async run(file: string): Promise<FileResult> {
    const begun = performance.now()
    const events: TestEvent[] = []
    let killed = false
    let late: NodeJS.Timeout | undefined
    const fault = await new Promise<string | undefined>(resolve => {
      const endAfter = (ms: number, fault: string): void => {
        clearTimeout(late)
        late = setTimeout(() => {
          resolve(fault)
          this.#endAll('SIGKILL')
          killed = true
        }, ms)
      }
      this.#listener = message => {
        // A test that fails makes an exit code as well.
        if (message.kind === 'done') return resolve(events.every(({ passed }) => passed) ? message.fault : undefined)
        // It comes after the test that says it.
        if (message.kind === 'note') return void events.at(-1)?.notes.push(message.note)
        if (message.kind === 'error') {
          const fault = `It went on for ${this.#patience / 1000} s after something failed outside of its tests.`
          return endAfter(this.#patience, `${fault}\n${message.error}`)
        }
        events.push(message.event)
        if (message.event.nesting === 0) this.#tell({ kind: 'ended' })
      }
      endAfter(MOST_MS, `It took longer than ${MOST_MS / 1000} s.`)
      void this.#exit.then(() => resolve('Its process ended before its tests did.'))
      this.#tell({ kind: 'file', file })
    })
    clearTimeout(late)
    this.#listener = undefined
    if (killed) await this.#exit
    const empty = !this.#mayBeEmpty && events.every(({ suite }) => suite)
    const failed = events.some(({ passed }) => !passed)
    this.#failed ||= failed || fault !== undefined
    return {
      file,
      events,
      fault: fault ?? (empty ? 'It has no test.' : undefined),
      seconds: (performance.now() - begun) / 1000,
    }
  }

  /** Lets the process end by itself; one that something keeps is ended. @returns what failed after its last file */
  async end(): Promise<string | undefined> {
    if (!this.alive) return undefined
    this.#tell({ kind: 'end' })
    const late = setTimeout(() => this.#endAll('SIGKILL'), END_MS)
    const code = await this.#exit
    clearTimeout(late)
    // Failed tests make a code as well, and are told already; one that had to be ended has none.
    return this.#failed || (code ?? 0) === 0 ? undefined : `Something failed after its tests (exit code ${code}).`
  }

  #tell(message: ToWorker): void {
    this.#child.send(message)
  }

  #endAll(name: 'SIGTERM' | 'SIGKILL'): void {
    if (this.#child.pid !== undefined) signal(-this.#child.pid, name)
  }
}
