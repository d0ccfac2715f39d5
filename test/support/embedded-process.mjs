/** A process that opens the embedded database of a directory, says so, and lets go when its input ends. */
import { openEmbedded } from '../../dist/db/embedded/index.js'

const warn = (_, message) => console.error(message)
const log = { debug: () => undefined, info: () => undefined, warn, error: () => undefined }
try {
  const database = await openEmbedded({ dataDir: process.argv[2] ?? '', log })
  console.log(JSON.stringify(database.connection))
  // No process.exit: nothing may keep the process once the database is closed.
  process.stdin.resume().once('end', () => database.close())
} catch (error) {
  console.log(JSON.stringify({ refused: `${error.name} ${error.message}` }))
  process.exitCode = 1
}
