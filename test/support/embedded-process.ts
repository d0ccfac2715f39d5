/** A process that opens the embedded database of a directory, says so, and lets go when its input ends. */
import { openEmbedded } from '../../src/db/embedded/index.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
try {
  const database = await openEmbedded({ dataDir: process.argv[2] ?? '', log: quiet })
  console.log(JSON.stringify(database.connection))
  process.stdin.resume().once('end', async () => {
    await database.close()
    process.exit(0)
  })
} catch (error) {
  console.log(JSON.stringify({ refused: (error as Error).message }))
  process.exit(1)
}
