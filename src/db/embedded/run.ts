/** Runs PostgreSQL's programs as the account that may. */
import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Place } from './place.ts'

const environment = (place: Place): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  HOME: place.home,
  LC_ALL: 'C',
  TZ: 'UTC',
})

const asAccount = ({ account }: Place) => (account === undefined ? {} : { uid: account.uid, gid: account.gid })

/** Runs a program to its end. @returns its exit code and all it printed */
export async function run(place: Place, program: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(path.join(place.binaries, 'bin', program), args, {
    cwd: place.home,
    env: environment(place),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...asAccount(place),
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += String(chunk)
  })
  child.stderr.on('data', chunk => {
    output += String(chunk)
  })
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code: code ?? 1, output }))
  })
}

/**
 * Starts a program in a session of its own, so that Ctrl-C in this terminal does not reach it, and lets go of it.
 * @returns settles with the exit code when it ends
 */
export async function launch(
  place: Place,
  program: string,
  args: string[],
  log: string,
): Promise<{ ended: Promise<number> }> {
  const file = await open(log, 'a', 0o600)
  try {
    const child = spawn(path.join(place.binaries, 'bin', program), args, {
      cwd: place.home,
      env: environment(place),
      stdio: ['ignore', file.fd, file.fd],
      detached: true,
      ...asAccount(place),
    })
    child.unref()
    const ended = new Promise<number>(resolve => {
      child.once('error', () => resolve(-1))
      child.once('exit', code => resolve(code ?? -1))
    })
    return { ended }
  } finally {
    await file.close()
  }
}
