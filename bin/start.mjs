/** `npm start`: everything a newcomer needs, the demo church included. */
import { runSexton } from './prepare.mjs'

// A newcomer's first receiver runs on this machine, without a certificate.
process.env.SEXTON_WEBHOOK_ALLOW_INSECURE ??= 'true'

await runSexton(['serve', '--demo', ...process.argv.slice(2)])
