/** Writes what commands make into files. */
import { createWriteStream, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command.ts'

/** What others must not read is not written for them. */
const OWNER_ONLY = 0o600

/** Writes a file as its pieces are made. @throws CommandError for a file that cannot be written; a part of one is removed */
export async function writeFile(
  pieces: AsyncIterable<Uint8Array | string>,
  out: string,
  signal: AbortSignal,
): Promise<void> {
  const file = createWriteStream(out, { mode: OWNER_ONLY })
  try {
    await pipeline(Readable.from(pieces), file, { signal })
  } catch (error) {
    if (!file.pending) rmSync(out, { force: true })
    signal.throwIfAborted()
    const { code, syscall } = error as NodeJS.ErrnoException
    throw syscall === undefined ? error : new CommandError(`The file ${out} cannot be written (${code}).`)
  }
}
