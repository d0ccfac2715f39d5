/**
 * Runs the tests: one PostgreSQL for the run, one migrated template database, a few processes that each run one file
 * after the other. Arguments are files or folders; without any, all of src/, test/ and console/src/. `--changed` runs
 * what the changes since HEAD (`--changed=REV`: since then) can touch, `--failed` what failed last. Flags of Node's test
 * runner pass through.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { COMPILED } from '../support/compiled.ts'
import { openServer, type TestServer } from '../support/test-server.ts'
import { changedTests } from './changed.ts'
import { compileTests } from './compile.ts'
import { failedAgain, forgetFailed, noteFailed } from './failed.ts'
import { ROOT, testFiles } from './files.ts'
import { Report } from './report.ts'
import { TestProcess } from './test-process.ts'
import { longestFirst, noteTimes } from './times.ts'

/** Tests wait for timers, browsers and child processes, so a few more processes than processors keep those busy. */
const PROCESSES = Math.min(6, availableParallelism() + 3)

/** What was asked for on the command line. */
function wanted(args: readonly string[]): { files: string[]; flags: string[]; processes: number } {
  const failed = failedAgain(args)
  // What failed beside others may fail by them: each runs by itself.
  if (failed !== undefined) return { files: failed, flags: [], processes: 1 }
  const paths = args.filter(one => !one.startsWith('-'))
  const changed = args.find(one => one === '--changed' || one.startsWith('--changed='))
  const flags = args.filter(one => one.startsWith('-') && one !== changed)
  const all = testFiles(paths.length > 0 ? paths : ['src', 'test', 'console/src'])
  return {
    flags,
    processes: PROCESSES,
    files: changed === undefined ? all : changedTests(all, changed.split('=')[1] ?? 'HEAD'),
  }
}

/** @returns the exit code */
async function runTests(
  server: TestServer,
  { files, flags, processes }: ReturnType<typeof wanted>,
  stop: AbortSignal,
): Promise<number> {
  const waiting = longestFirst(files)
  const report = new Report(files.length)
  // What servers of tests note is nobody else's affair.
  const notes = mkdtempSync(path.join(tmpdir(), 'sexton-notes-'))
  const env = { SEXTON_TEST_SERVER: JSON.stringify(server), SEXTON_NOTES_DIR: notes }
  const work = async (): Promise<void> => {
    let process: TestProcess | undefined
    let last = ''
    for (let file = waiting.shift(); file !== undefined && !stop.aborted; file = waiting.shift()) {
      process ??= new TestProcess(flags, env, stop)
      const result = await process.run(file)
      report.add(result)
      last = file
      if (!process.alive) process = undefined
    }
    const fault = await process?.end()
    if (fault !== undefined) report.addFault(last, fault)
  }
  await Promise.all(Array.from({ length: Math.min(processes, files.length) }, work))
  rmSync(notes, { recursive: true, force: true })
  noteTimes(report.seconds)
  if (stop.aborted) return 1
  noteFailed(report.failed)
  return report.finish()
}

/** What tests run as processes of their own is what was built from the sources as they are. */
async function buildAll(): Promise<void> {
  const script = '../../bin/build.mjs'
  await ((await import(script)) as { build(): Promise<void> }).build()
}

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort())
const asked = wanted(process.argv.slice(2))
forgetFailed()
if (asked.files.length === 0) {
  process.stdout.write(`No test file matches in ${ROOT}.\n`)
} else {
  await buildAll()
  const programs = await compileTests(asked.files)
  process.env[COMPILED] = programs.folder
  const server = await openServer()
  try {
    process.exitCode = stop.signal.aborted ? 1 : await runTests(server, asked, stop.signal)
  } finally {
    await server.close()
    programs.remove()
  }
}
