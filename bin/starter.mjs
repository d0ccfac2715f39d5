/**
 * Who started this process, and when that is over. npm and npx run a command through a shell, and neither passes on all
 * that happens to it: when npm is killed, or told to end by a signal that reaches it alone, the shell lives on with the
 * command below it. So the command looks by itself.
 */
import { execFileSync } from 'node:child_process'
import { fstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { read } from './clone.mjs'

/** The programs that run commands of a package, by their title or the script that Node runs. */
const WRAPPER = /(^|[\s/])(npm|npx|pnpm|yarn)(-cli)?(\.c?js)?(\s|$)/
const SHELL = /^(\S*\/)?(sh|bash|dash|ash|zsh) -c /
const LINUX = process.platform === 'linux'

/**
 * Looks who started this process; to be called when it begins.
 * @returns whether it is to outlive its terminal, and a look whether npm's or npx's turn is over
 */
export function findStarter() {
  const detached = isDetached()
  const wrapper = detached ? undefined : findWrapper()
  return { detached, ended: wrapper === undefined ? () => false : endOf(wrapper) }
}

/** By nohup, as the shell says, or the standard input that nohup leaves: Node forgets which signals are to be ignored. */
function isDetached() {
  if (path.basename(process.env._ ?? '') === 'nohup') return true
  if (!LINUX) return false
  const writeOnly = /^flags:\s*\d*1$/m.test(read('/proc/self/fdinfo/0'))
  return writeOnly && isNull(0)
}

function isNull(descriptor) {
  const { rdev, isCharacterDevice } = fstatSync(descriptor)
  return isCharacterDevice && rdev === statSync('/dev/null').rdev
}

/** The process of npm or npx, and that of the shell between, where it has one. */
function findWrapper() {
  if (process.env.npm_command === undefined && process.env.npm_lifecycle_event === undefined) return undefined
  const parent = describe(process.ppid)
  if (WRAPPER.test(parent.command)) return sameSession(parent) ? { npm: process.ppid } : undefined
  if (!SHELL.test(parent.command)) return undefined
  const npm = describe(parent.parent)
  return WRAPPER.test(npm.command) && sameSession(npm) ? { shell: process.ppid, npm: parent.parent } : undefined
}

/** Who was put into a session of its own, as setsid does, is on its own. */
const sameSession = ({ session }) => session === describe(process.pid).session

/** The command line of a process, its parent and its session. */
function describe(pid) {
  if (LINUX) {
    // The name in parentheses may hold anything, so what follows it is counted from the last one.
    const [, parent, , session] = read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')
    return { command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '), parent: Number(parent), session }
  }
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
    const [, parent, command] = /^\s*(\d+)\s+(.*)$/m.exec(line)
    return { command, parent: Number(parent), session: undefined }
  } catch {
    return { command: '', parent: 0, session: undefined }
  }
}

function endOf({ shell, npm }) {
  const wasTold = shell === undefined || !LINUX ? () => false : toldLook(shell, npm)
  return () => {
    if (process.ppid !== (shell ?? npm)) return true
    if (shell === undefined) return false
    return (LINUX ? describe(shell).parent !== npm : !isAlive(npm)) || wasTold()
  }
}

/** Looks that follow a continuation and say nothing: by then all who were stopped sleep again. */
const UNSURE_LOOKS = 6

/**
 * SIGINT to npm alone: npm passes it on to the shell, and dash keeps it to itself until its command has ended. Nothing
 * tells of it but that the shell, which does nothing but wait, woke up while npm, which waits as well, wrote to the pipe
 * by which Node hears signals. Both are seen in two looks one after the other at most. To be stopped and continued
 * (Ctrl-Z, then `fg` or `bg`) wakes them just so: what was seen is believed at the next look, by which this process
 * would have heard that it was continued.
 */
function toldLook(shell, npm) {
  const look = () => {
    const status = read(`/proc/${shell}/status`)
    return {
      states: [status, read(`/proc/${npm}/status`)].map(text => /^State:\s*(\w)/m.exec(text)?.[1]),
      woken: count(status, 'voluntary_ctxt_switches'),
      written: count(read(`/proc/${npm}/io`), 'syscw'),
    }
  }
  let [before, last] = [look(), look()]
  let told = false
  let unsure = 0
  process.on('SIGCONT', () => {
    unsure = UNSURE_LOOKS
  })
  return () => {
    const now = look()
    if (now.states.includes('T')) unsure = UNSURE_LOOKS
    if (unsure > 0) {
      if (now.states.every(state => state === 'S')) unsure -= 1
      before = last = now
      told = false
      return false
    }
    const sure = told
    told = now.woken > before.woken && now.written > before.written
    before = last
    last = now
    return sure
  }
}

/** A number of a text of /proc; not one where it is not there. */
const count = (text, name) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1])

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
