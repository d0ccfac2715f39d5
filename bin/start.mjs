/** `npm start`: everything a newcomer needs, the demo church included. */
import { runSexton } from './prepare.mjs'

await runSexton(['serve', '--demo', ...process.argv.slice(2)])
