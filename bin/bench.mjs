/** `npm run bench`: measures the built service against the bare yardstick. */
import { spawn } from 'node:child_process'
import { build, install, ROOT } from './prepare.mjs'

install()
build()
const bench = spawn(process.execPath, ['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => bench.kill(signal))
bench.on('exit', code => process.exit(code ?? 1))
