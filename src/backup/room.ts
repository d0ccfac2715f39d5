/** Whether disks have room for what is to be written, looked at before it is begun: a disk that fills up stops the database on it, too. */
import { open, stat, statfs } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

/** What is to be written to the disk of a folder that is there. */
export interface Need {
  folder: string
  bytes: number
}

/** What a cluster writes beside its files when it starts and recovers: the log of writes. */
const LOG_BYTES = 64 * 1024 * 1024
/** A backup is a fifth to a third of its cluster where that has mostly records; pictures and documents hardly shrink. */
const PACKED = 0.5
/** What gzip says last of what is in it: its length, as far as it fits into 32 bits. */
const [LENGTH_BYTES, LENGTH_TURN] = [4, 2 ** 32]

/** Room for a cluster that is unpacked and started. @param bytes of its files */
export const roomToStart = (bytes: number): number => bytes + LOG_BYTES

/** Room for the archive of a cluster. @param bytes of its files */
export const roomToPack = (bytes: number): number => Math.ceil(bytes * PACKED)

/**
 * Makes sure that there is room, all that goes to one disk together.
 * @param what for, as the sentence goes on: `the backup`
 * @throws BackupError that says how much is needed, and how much there is
 */
export async function checkRoom(what: string, needs: readonly Need[]): Promise<void> {
  const disks = new Map<number, Need>()
  for (const { folder, bytes } of needs) {
    const { dev } = await stat(folder)
    const known = disks.get(dev)
    disks.set(dev, { folder: known?.folder ?? folder, bytes: (known?.bytes ?? 0) + bytes })
  }
  for (const { folder, bytes } of disks.values()) {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (free < bytes) {
      throw new BackupError(
        `There is not enough room for ${what}: it needs about ${megabytes(bytes)} on the disk of ${folder}, and ${megabytes(free)} are free. ` +
          'Make room there and try again.',
      )
    }
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`

/** What is in a file of gzip, in bytes: for one of an earlier release, which does not say it of itself. */
export async function unpackedBytes(file: string): Promise<number> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const end = Buffer.alloc(LENGTH_BYTES)
    if (size < LENGTH_BYTES) return size
    await handle.read(end, 0, LENGTH_BYTES, size - LENGTH_BYTES)
    let bytes = end.readUInt32LE()
    // It is hardly ever less than the file itself.
    while (bytes < size - 1024) bytes += LENGTH_TURN
    return bytes
  } finally {
    await handle.close()
  }
}
