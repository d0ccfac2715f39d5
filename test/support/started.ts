/** Commands as people start them: in a session of their own, with all that they start, until all of it has ended. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { commandLines, signal } from '../../src/db/embedded/processes.ts'
import { until } from './embedded.ts'
import { running, treeOf } from './process-tree.ts'
import { SECRET_KEY } from './secret-key.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** All that a process started ends within ten seconds (README, Start and stop), on a machine that does nothing else. */
const PROMISED_MS = 10_000
/** What such a machine takes to start a Node that does nothing, at most. */
const USUAL_START_MS = 80

/** How many times slower this machine is at this moment. */
function slowness(): number {
  const begun = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return Math.max(1, (performance.now() - begun) / USUAL_START_MS)
}

const pids = new Set<number>()

/** Ends what a test that failed left running. */
export function endStarted(): void {
  for (const pid of running([...pids])) signal(pid, 'SIGKILL')
}

export interface Started {
  child: ChildProcess
  /** What was started, itself first and the one that does the work last. */
  tree: number[]
  printed(): string
}

/** Starts a command. @param awaited what it prints, or another sign, when it is at work */
export async function start(
  command: readonly string[],
  awaited: string | (() => boolean),
  env: Record<string, string>,
): Promise<Started> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...SECRET_KEY, SEXTON_LOG_LEVEL: 'warn', PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      printed += text
    })
  }
  await until(() => {
    assert.equal(child.exitCode, null, printed)
    return typeof awaited === 'string' ? printed.includes(awaited) : awaited()
  })
  const tree = treeOf(child.pid ?? 0)
  note(...tree)
  return { child, tree, printed: () => printed }
}

/** Has processes ended with the others when the tests are over. */
export function note(...more: readonly number[]): void {
  for (const pid of more) pids.add(pid)
}

/** Waits until all of the processes have ended: within ten seconds, or as many times more as the machine is slower. */
export async function expectEnd(tree: readonly number[]): Promise<void> {
  const begun = performance.now()
  await until(() => running(tree).length === 0 || performance.now() - begun > 12 * PROMISED_MS)
  assert.deepEqual(running(tree), [], 'all of them have ended')
  const took = performance.now() - begun
  if (took > PROMISED_MS) assert.ok(took < PROMISED_MS * slowness(), `it took ${Math.round(took)} ms`)
}

/** Makes sure that nothing runs any more that was started for a data directory. */
export const expectNobody = (dataDir: string): void =>
  assert.deepEqual(
    commandLines().filter(line => line.includes(dataDir)),
    [],
  )
