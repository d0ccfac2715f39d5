/** `npm run bench`: measures the built service against the bare yardstick. */
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runScript } from './script.mjs'

await install()
await build()
runScript('bench/run.ts', process.argv.slice(2))
