/**
 * The clone that the commands work in, and the lock on preparing it. Like all of bin/ it uses nothing but Node's own
 * modules: it runs before anything is installed.
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
export const MODULES = path.join(ROOT, 'node_modules')

/** Says what is being done; standard output belongs to the command. */
export function say(message) {
  process.stderr.write(`${message}\n`)
}

/** Ends the process with one clear sentence. */
export function giveUp(message) {
  say(message)
  process.exit(1)
}

export const hash = text => createHash('sha256').update(text).digest('hex')

/** The text of a file, or nothing where there is none. */
export function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Does the work while no other process does any in this clone. The lock is the name of a socket: the system takes it
 * back however the process ends.
 */
export async function exclusively(work) {
  const server = createServer()
  for (let waited = false; !(await isOurs(server)); waited = true) {
    if (!waited) say('Waiting for another Sexton that prepares this clone…')
    await pause(100)
  }
  try {
    return await work()
  } finally {
    server.close()
  }
}

// An abstract name leaves no file behind; only Linux has those.
const LOCK = `sexton-${hash(ROOT).slice(0, 16)}`
const LOCK_FILE = path.join(os.tmpdir(), LOCK)
const LOCK_ADDRESS = { linux: `\0${LOCK}`, win32: `\\\\.\\pipe\\${LOCK}` }[process.platform] ?? LOCK_FILE

function isOurs(server) {
  return new Promise((resolve, reject) => {
    server.removeAllListeners()
    server.once('listening', () => resolve(true))
    server.once('error', async error => {
      if (error.code !== 'EADDRINUSE') return reject(error)
      if (LOCK_ADDRESS === LOCK_FILE && !(await isHeld())) rmSync(LOCK_FILE, { force: true })
      resolve(false)
    })
    server.listen(LOCK_ADDRESS)
  })
}

/** The file of a process that was killed stays behind and answers nobody. */
function isHeld() {
  return new Promise(resolve => {
    const socket = connect(LOCK_FILE)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
