/**
 * Runs the tests: one PostgreSQL for the run, one migrated template database, a clone for each test file.
 * Arguments are files or folders; without any, all of src/ and test/. Flags of Node's test runner pass through.
 */
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { signal } from '../src/db/embedded/processes.ts'
import { openServer, type TestServer } from './support/test-server.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const OPTIONS = ['--test', '--test-concurrency=3', '--test-timeout=240000', '--test-reporter=spec']

const isPath = (argument: string): boolean =>
  statSync(path.join(ROOT, argument), { throwIfNoEntry: false }) !== undefined

function testFiles(wanted: string): string[] {
  if (statSync(path.join(ROOT, wanted)).isFile()) return [wanted]
  return readdirSync(path.join(ROOT, wanted), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => path.join(wanted, name))
    .sort()
}

/** Runs Node's test runner, which prints its counts at the end. @returns its exit code */
function runTests({ connection, template }: TestServer, stop: AbortSignal): Promise<number> {
  const given = process.argv.slice(2).map(argument => (isPath(argument) ? path.relative(ROOT, argument) : argument))
  const files = given.filter(isPath)
  const flags = given.filter(argument => !isPath(argument))
  const wanted = (files.length > 0 ? files : ['src', 'test', 'console/src']).flatMap(testFiles)
  const runner = spawn(process.execPath, ['--import', 'tsx', ...OPTIONS, ...flags, ...wanted], {
    cwd: ROOT,
    stdio: 'inherit',
    // A group of its own, so that all that tests started can be ended with it.
    detached: true,
    env: { ...process.env, SEXTON_TEST_SERVER: JSON.stringify({ connection, template }) },
  })
  const endAll = (): void => {
    if (runner.pid !== undefined) signal(-runner.pid, 'SIGTERM')
  }
  stop.addEventListener('abort', endAll, { once: true })
  return new Promise((resolve, reject) => {
    runner.once('error', reject)
    runner.once('exit', code => {
      endAll()
      resolve(code ?? 1)
    })
  })
}

/** What tests run as processes of their own is what was built from the sources as they are. */
async function buildAll(): Promise<void> {
  const script = '../bin/build.mjs'
  await ((await import(script)) as { build(): Promise<void> }).build()
}

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort())
await buildAll()
const server = await openServer()
try {
  process.exitCode = stop.signal.aborted ? 1 : await runTests(server, stop.signal)
} finally {
  await server.close()
}
