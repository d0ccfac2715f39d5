/** `npm test`: installs what is missing and runs every test, or the files that are named. */
import { spawn } from 'node:child_process'
import { install, ROOT } from './prepare.mjs'

install()
const runner = spawn(process.execPath, ['--import', 'tsx', 'test/run.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => runner.kill(signal))
runner.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
