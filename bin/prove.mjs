/** `npm run prove`: tries at a larger scale what the tests hold, and prints how much was tried and what did not hold. */
import { install } from './install.mjs'
import { runScript } from './script.mjs'

await install()
runScript('test/prove/run.ts', process.argv.slice(2))
