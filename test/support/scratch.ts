/** Where the databases of a run lie. */
import { existsSync, statfsSync } from 'node:fs'
import os from 'node:os'

const MEMORY = '/dev/shm'
/** What the databases of a run never need at once. */
const ROOM_BYTES = 6 * 2 ** 30

/** In memory where it has room: nothing of the server is kept, and databases are made and dropped in no time. */
export function scratch(): string {
  if (!existsSync(MEMORY)) return os.tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES ? MEMORY : os.tmpdir()
}
