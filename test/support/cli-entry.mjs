/** What `npx sexton` runs, as it was built for this run: it starts several times quicker than the sources do. */
import { run } from '../../dist/cli/main.js'

process.exitCode = await run(process.argv.slice(2))
