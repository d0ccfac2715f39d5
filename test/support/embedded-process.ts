/** A process that opens the embedded database of a directory, says so, and lets go when its input ends. */
import { openEmbedded } from '../../src/db/embedded/index.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
try {
  const database = await openEmbedded({ dataDir: process.argv[2] ?? '', log: quiet })
  console.log(JSON.stringify(database.connection))
  // No process.exit: nothing may keep the process once the database is closed.
  process.stdin.resume().once('end', () => database.close())
} catch (error) {
  console.log(JSON.stringify({ refused: `${(error as Error).name} ${(error as Error).message}` }))
  process.exitCode = 1
}
