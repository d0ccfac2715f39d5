/** Runs a TypeScript program of the clone as a process of its own. */
import { spawn } from 'node:child_process'
import { ROOT } from './clone.mjs'

/** Runs it with this terminal and ends with its exit code. */
export function runScript(file, args) {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: ROOT, stdio: 'inherit' })
  // Ctrl-C reaches the child from the terminal as well; it takes the second as the first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
}
