/** Runs the command line as a process of its own, on a given database. */
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { SECRET_KEY } from './secret-key.ts'
import type { Json } from './service.ts'

const ENTRY = path.resolve(import.meta.dirname, 'cli-entry.mjs')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
  /** What --json printed; undefined where stdout is not one JSON object. */
  json: (Json & Record<string, unknown>) | undefined
}

/** Starts a command. @param env further settings */
export function startCli(url: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const settings = { ...process.env, ...SECRET_KEY, DATABASE_URL: url, ...env }
  return spawn(process.execPath, [ENTRY, ...args], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command to its end. */
export async function cli(url: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = startCli(url, args, env)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', chunk => {
    stdout += String(chunk)
  })
  child.stderr?.on('data', chunk => {
    stderr += String(chunk)
  })
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  let json: Ended['json']
  try {
    json = JSON.parse(stdout) as Ended['json']
  } catch {
    json = undefined
  }
  return { code, stdout, stderr, json }
}
