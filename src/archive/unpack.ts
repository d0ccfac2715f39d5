/** Reads an archive file by file, without ever writing to the disk: what is in it may be hostile. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import { ArchiveError } from './archive-error.ts'
import { MANIFEST, type ManifestFile } from './manifest.ts'

/** A file of the archive that is being read. */
type Entry = NonNullable<Awaited<ReturnType<ReturnType<Extract[typeof Symbol.asyncIterator]>['next']>>['value']>

const MOST_MANIFEST = 32 * 1024 * 1024
/** Longer than any row is, a message with its body among them. */
const MOST_LINE = 16 * 1024 * 1024
const NEWLINE = 0x0a

/** The files of an archive, in their order. */
export class Unpacked {
  readonly #entries: AsyncIterator<Entry>

  constructor(file: string) {
    const tar = extract()
    pipeline(createReadStream(file), createGunzip(), tar as unknown as NodeJS.WritableStream, () => undefined)
    this.#entries = tar[Symbol.asyncIterator]()
  }

  /** Text of the first file. @throws ArchiveError where that is no manifest */
  async manifest(): Promise<string> {
    const entry = await this.#next()
    if (entry === undefined || entry.header.name !== MANIFEST || entry.header.type !== 'file') {
      throw new ArchiveError(`This is no archive of a church: its first file is not ${MANIFEST}.`)
    }
    if ((entry.header.size ?? 0) > MOST_MANIFEST) throw new ArchiveError(`${MANIFEST} is too large.`)
    const chunks: Buffer[] = []
    for await (const chunk of bytesOf(entry)) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }

  /**
   * The lines of the next file, which has to be this one; its sum is compared when the last was read.
   * @throws ArchiveError
   */
  async *lines({ name, bytes, sha256 }: ManifestFile): AsyncGenerator<string> {
    const entry = await this.#next()
    const found = entry?.header
    if (found === undefined || entry === undefined) throw new ArchiveError(`The archive ends before ${name}.`)
    if (found.name !== name || found.type !== 'file') {
      throw new ArchiveError(`The archive has "${printable(found.name)}" where ${name} has to be.`)
    }
    if (found.size !== bytes) throw new ArchiveError(`${name} has ${found.size} bytes; the manifest says ${bytes}.`)
    const hash = createHash('sha256')
    yield* split(bytesOf(entry), hash, name)
    if (hash.digest('hex') !== sha256) {
      throw new ArchiveError(`${name} was changed: its SHA-256 is not the one of the manifest. Export again.`)
    }
  }

  /** @throws ArchiveError where something follows that no manifest names */
  async end(): Promise<void> {
    const more = await this.#next()
    if (more !== undefined)
      throw new ArchiveError(`The archive has "${printable(more.header.name)}", which nothing names.`)
  }

  /** Lets the file go. */
  async close(): Promise<void> {
    await this.#entries.return?.().catch(() => undefined)
  }

  async #next(): Promise<Entry | undefined> {
    try {
      const { done, value } = await this.#entries.next()
      return done ? undefined : value
    } catch (error) {
      throw unreadable(error)
    }
  }
}

/** What a terminal can show of a name that somebody chose. */
const printable = (text: string): string => text.slice(0, 100).replace(/\p{C}+/gu, '?')

const unreadable = (error: unknown): ArchiveError =>
  new ArchiveError(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}.`)

async function* bytesOf(entry: Entry): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry as unknown as Readable) yield chunk as Buffer
  } catch (error) {
    throw unreadable(error)
  }
}

/** Cuts bytes into lines. @throws ArchiveError for a line that is too long, is no UTF-8 or has no end */
async function* split(bytes: AsyncIterable<Buffer>, hash: Hash, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let [number, length] = [1, 0]
  let begun: Buffer[] = []
  for await (const chunk of bytes) {
    hash.update(chunk)
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield decoded(decoder, Buffer.concat([...begun, chunk.subarray(from, end)]), `${name}, line ${number}`)
      ;[begun, length, from] = [[], 0, end + 1]
      number += 1
    }
    begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MOST_LINE) throw new ArchiveError(`${name}, line ${number}: is longer than 16 MB.`)
  }
  if (length > 0) throw new ArchiveError(`${name}, line ${number}: has no end.`)
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer, where: string): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ArchiveError(`${where}: is not UTF-8.`)
  }
}
