/** `npm test`: installs what is missing and runs every test, or the files that are named. */
import { install } from './install.mjs'
import { runScript } from './script.mjs'

await install()
runScript('test/runner/run.ts', process.argv.slice(2))
