/** Writes what commands make into files. */
import { createWriteStream } from 'node:fs'
import { chmod, chown, realpath, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nameAnew, partOf, sweepParts } from '../lib/beside.ts'
import { CommandError } from './command.ts'

/** What others must not read is not written for them. */
const OWNER_ONLY = 0o600

/**
 * Writes a file as its pieces are made, beside its place: what is there stays until the new one is whole.
 * @throws CommandError for a file that cannot be written; a part of one is removed
 */
export async function writeFile(
  pieces: AsyncIterable<Uint8Array | string>,
  out: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const place = await placeOf(out)
    await (place.isFile ? writeBeside(pieces, place, signal) : writeInto(pieces, place.file, signal))
  } catch (error) {
    signal.throwIfAborted()
    const { code, syscall } = error as NodeJS.ErrnoException
    throw syscall === undefined ? error : new CommandError(`The file ${out} cannot be written (${code}).`)
  }
}

interface Place {
  /** Where the name leads, by whatever links. */
  file: string
  /** False for a pipe or a device, which is written into. */
  isFile: boolean
  mode: number
  /** Whose it is, where it is there. */
  owner?: { uid: number; gid: number }
}

async function placeOf(out: string): Promise<Place> {
  try {
    // Of what the name leads to: a pipe behind /dev/stdout has no path of its own.
    const found = await stat(out)
    if (!found.isFile() && !found.isDirectory()) return { file: out, isFile: false, mode: 0 }
    // Whatever cannot be a file is told by renaming over it.
    return { file: await realpath(out), isFile: true, mode: found.mode & 0o777, owner: found }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { file: path.resolve(out), isFile: true, mode: OWNER_ONLY }
  }
}

async function writeBeside(
  pieces: AsyncIterable<Uint8Array | string>,
  { file, mode, owner }: Place,
  signal: AbortSignal,
): Promise<void> {
  await sweepParts(path.dirname(file))
  const part = partOf(file)
  try {
    await pipeline(Readable.from(pieces), createWriteStream(part, { mode: OWNER_ONLY, flush: true }), { signal })
    await chmod(part, mode)
    // Root may write for somebody else, who is to go on reading it.
    if (owner !== undefined && process.getuid?.() === 0) await chown(part, owner.uid, owner.gid)
    await nameAnew(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const writeInto = (pieces: AsyncIterable<Uint8Array | string>, file: string, signal: AbortSignal): Promise<void> =>
  pipeline(Readable.from(pieces), createWriteStream(file), { signal })
