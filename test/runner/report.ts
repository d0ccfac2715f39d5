/** What a run of the tests comes to: a line for each test as its file ends, the failures once more at the end. */

/** What became of one test or suite. */
export interface TestEvent {
  name: string
  /** 0 is the file itself. */
  nesting: number
  suite: boolean
  passed: boolean
  /** Why it was skipped. */
  skipped: string | undefined
  ms: number
  /** Why it failed; undefined where only something below it did. */
  failure: string | undefined
  /** What it said of itself, such as how much it tried. */
  notes: string[]
}

/** What a test process says. */
export type FromWorker =
  | { kind: 'event'; event: TestEvent }
  | { kind: 'note'; note: string }
  | { kind: 'error'; error: string }
  | { kind: 'done'; fault: string | undefined }

export interface FileResult {
  file: string
  events: TestEvent[]
  /** What failed beside its tests, or ended the file before they did. */
  fault: string | undefined
  seconds: number
}

/** What a suite of attacks says of itself (test/attempts/tally.ts). */
const ATTEMPTS = /: (\d+) attempts, \d+ successes$/

export class Report {
  readonly #begun = performance.now()
  readonly #failures: string[] = []
  readonly #attempts: string[] = []
  readonly seconds = new Map<string, number>()
  readonly #failedFiles = new Set<string>()
  #done = 0
  #passed = 0
  #failed = 0
  #skipped = 0
  readonly #files: number

  /** @param files how many there are to be */
  constructor(files: number) {
    this.#files = files
  }

  add({ file, events, fault, seconds }: FileResult): void {
    this.#done += 1
    this.seconds.set(file, Math.round(seconds * 10) / 10)
    const tests = events.filter(one => !one.suite)
    for (const one of tests) this.#count(one)
    this.#attempts.push(...tests.flatMap(({ notes }) => notes.filter(note => ATTEMPTS.test(note))))
    const faults = events.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}\n${failure}`]))
    if (fault !== undefined) {
      this.#failed += 1
      faults.push(fault)
    }
    this.#failures.push(...faults.map(text => `${file}: ${text}`))
    if (fault !== undefined || events.some(({ passed }) => !passed)) this.#failedFiles.add(file)
    const lines = [...tests.flatMap(linesOf), ...faults.map(text => `  ✖ ${text.replaceAll('\n', '\n    ')}`)]
    say(`${file} (${tests.length} tests, ${seconds.toFixed(1)} s; file ${this.#done} of ${this.#files})`, ...lines)
  }

  /** Notes what failed when a process had run its last file. */
  addFault(file: string, fault: string): void {
    this.#failed += 1
    this.#failures.push(`${file}: ${fault}`)
    this.#failedFiles.add(file)
  }

  /** The files that something failed in. */
  get failed(): string[] {
    return [...this.#failedFiles]
  }

  #count({ passed, skipped }: TestEvent): void {
    if (skipped !== undefined) this.#skipped += 1
    else if (passed) this.#passed += 1
    else this.#failed += 1
  }

  #total(): number {
    return this.#attempts.reduce((sum, note) => sum + Number(ATTEMPTS.exec(note)?.[1]), 0)
  }

  /** Prints the counts, and the failures once more. @returns the exit code */
  finish(): number {
    const seconds = (performance.now() - this.#begun) / 1000
    const failed = this.#failed > 0 || this.#failures.length > 0
    if (this.#attempts.length > 0) say('', `What was attacked: ${this.#total()} attempts`, ...this.#attempts.sort())
    if (failed) say('', 'What failed:', ...this.#failures.map(text => `✖ ${text}\n`))
    say(
      '',
      `tests ${this.#passed + this.#failed + this.#skipped}, passed ${this.#passed}, failed ${this.#failed}, ` +
        `skipped ${this.#skipped}, files ${this.#done}, seconds ${seconds.toFixed(0)}`,
    )
    return failed ? 1 : 0
  }
}

function linesOf({ name, nesting, passed, skipped, ms, notes }: TestEvent): string[] {
  const mark = skipped !== undefined ? '-' : passed ? '✔' : '✖'
  const why = skipped === undefined ? '' : ` (skipped: ${skipped})`
  const indent = '  '.repeat(Math.max(nesting, 1))
  return [`${indent}${mark} ${name}${why} (${Math.round(ms)} ms)`, ...notes.map(note => `${indent}  ℹ ${note}`)]
}

const say = (...lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`)
