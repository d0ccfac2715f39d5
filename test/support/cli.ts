/** Runs the command line outside of the test's process, on a given database. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { SECRET_KEY } from './secret-key.ts'
import type { Json } from './service.ts'

/** The program that runs one command line. */
export const ENTRY = path.resolve(import.meta.dirname, 'cli-entry.mjs')
const HOST = path.resolve(import.meta.dirname, 'cli-host.mjs')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
  /** What --json printed; undefined where stdout is not one JSON object. */
  json: (Json & Record<string, unknown>) | undefined
}

/** Starts a command as a process of its own. @param env further settings */
export function startCli(url: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const settings = { ...process.env, ...SECRET_KEY, DATABASE_URL: url, ...env }
  return spawn(process.execPath, [ENTRY, ...args], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A process that runs commands one after the other. */
interface Host {
  child: ChildProcess
  busy: boolean
}

const hosts: Host[] = []

/** A host that has nothing to do; a new one where all are busy. */
function freeHost(): Host {
  const free = hosts.find(({ busy, child }) => !busy && child.connected)
  if (free !== undefined) return free
  const child = fork(HOST, {
    execArgv: [],
    env: { ...process.env, ...SECRET_KEY },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8')
  const host = { child, busy: false }
  hosts.push(host)
  return host
}

/** Whether the test process waits for a host: one that has nothing to do keeps nobody from ending. */
function hold({ child }: Host, held: boolean): void {
  const streams = [child, child.channel, child.stdout, child.stderr] as ({ ref?(): void; unref?(): void } | null)[]
  for (const one of streams) held ? one?.ref?.() : one?.unref?.()
}

/** What is written until a mark. */
function until(stream: Readable | null, mark: string): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const read = (chunk: string): void => {
      text += chunk
      if (!text.endsWith(mark)) return
      stream?.off('data', read)
      resolve(text.slice(0, -mark.length))
    }
    stream?.on('data', read)
  })
}

/** Runs a command to its end. Signals and what lasts need a process of their own: `startCli`. */
export async function cli(url: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const host = freeHost()
  const { child } = host
  host.busy = true
  hold(host, true)
  const mark = `\0${randomUUID()}\0`
  const ended = Promise.all([
    until(child.stdout, mark),
    until(child.stderr, mark),
    new Promise<{ code: number }>(resolve => child.once('message', message => resolve(message as { code: number }))),
  ])
  const died = new Promise<never>((_, reject) => {
    child.once('exit', code => reject(new Error(`A command ended its process with ${code}: ${args.join(' ')}`)))
  })
  child.send({ args, env: { DATABASE_URL: url, ...env }, mark })
  try {
    const [stdout, stderr, { code }] = await Promise.race([ended, died])
    return { code, stdout, stderr, json: parsed(stdout) }
  } finally {
    child.removeAllListeners('exit')
    host.busy = false
    hold(host, false)
  }
}

function parsed(text: string): Ended['json'] {
  try {
    return JSON.parse(text) as Ended['json']
  } catch {
    return undefined
  }
}
