/** A process that runs test files, one after the other, as the parent hands them over. */
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { signal } from '../../src/db/embedded/processes.ts'
import { ROOT } from './files.ts'
import type { FileResult, FromWorker, TestEvent } from './report.ts'

const WORKER = path.join(import.meta.dirname, 'worker.ts')
const REPORTER = path.join(import.meta.dirname, 'reporter.ts')
/** How long a file may take before its process is ended. */
const MOST_MS = 300_000
/** How long a process that has run all its files may take to end. */
const END_MS = 10_000

export class TestProcess {
  readonly #child: ChildProcess
  readonly #exit: Promise<void>
  #listener: ((message: FromWorker) => void) | undefined
  alive = true

  constructor(flags: readonly string[], env: Record<string, string>, stop: AbortSignal) {
    const args = ['--import', 'tsx', `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', ...flags]
    this.#child = spawn(process.execPath, [...args, WORKER], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // A group of its own, so that all that tests started can be ended with it.
      detached: true,
      env: { ...process.env, ...env },
    })
    this.#child.on('message', message => this.#listener?.(message as FromWorker))
    this.#exit = new Promise(resolve => {
      this.#child.once('exit', () => {
        this.alive = false
        this.#endAll('SIGTERM')
        resolve()
      })
    })
    stop.addEventListener('abort', () => this.#endAll('SIGTERM'), { once: true })
  }

  /** Runs one file to its end. */
  async run(file: string): Promise<FileResult> {
    const begun = performance.now()
    const events: TestEvent[] = []
    let late: NodeJS.Timeout | undefined
    const fault = await new Promise<string | undefined>(resolve => {
      this.#listener = message => {
        if (message.kind === 'event') events.push(message.event)
        // It comes after the test that says it.
        else if (message.kind === 'note') events.at(-1)?.notes.push(message.note)
        else resolve(undefined)
      }
      late = setTimeout(() => {
        resolve(`It took longer than ${MOST_MS / 1000} s.`)
        this.#endAll('SIGKILL')
      }, MOST_MS)
      void this.#exit.then(() => resolve('Its process ended before its tests did.'))
      this.#child.send({ file })
    })
    clearTimeout(late)
    return { file, events, fault, seconds: (performance.now() - begun) / 1000 }
  }

  /** Lets the process end by itself; one that something keeps is ended. */
  async end(): Promise<void> {
    if (!this.alive) return
    this.#child.send({ end: true })
    const late = setTimeout(() => this.#endAll('SIGKILL'), END_MS)
    await this.#exit
    clearTimeout(late)
  }

  #endAll(name: 'SIGTERM' | 'SIGKILL'): void {
    if (this.#child.pid !== undefined) signal(-this.#child.pid, name)
  }
}
