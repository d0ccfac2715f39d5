/** Reads a backup: unpacks it, and makes sure that each file in it is what was put in. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { BackupError } from './backup-error.ts'
import { ABOUT, type About, CLUSTER, KEY, MANIFEST, type Manifest, readAbout, readManifest } from './manifest.ts'
import { gathered, SMALL_BYTES } from './small-files.ts'

/** What was unpacked. */
export interface Unpacked {
  about: About
  manifest: Manifest
  /** The key of the secrets, where it is in the backup. */
  key: string | undefined
}

type Entry = ReturnType<typeof extract> extends AsyncIterable<infer One> ? One : never

/** Longer than what is no file of the cluster may be. */
const LONGEST_TEXT = 64 * 1024 * 1024

/**
 * Unpacks the cluster of a backup.
 * @param folder takes the cluster's files; an empty folder
 * @param accept says no to a backup, by throwing, before more of it is unpacked
 * @throws BackupError for one that is damaged, cut short, or no backup
 */
export async function unpack(
  file: string,
  folder: string,
  signal: AbortSignal,
  accept: (about: About) => Promise<void>,
): Promise<Unpacked> {
  const found: Partial<Unpacked> = {}
  const seen: Manifest['files'] = []
  await entriesOf(file, signal, async entry => {
    const { name, type } = entry.header
    if (found.about === undefined && name !== ABOUT) throw new BackupError(`${file} is no backup of Sexton.`)
    if (type === 'directory') await mkdir(pathWithin(folder, name), { mode: 0o700 })
    else if (type !== 'file') throw new BackupError(`${file} holds what no backup has: ${name}.`)
    else if (name === ABOUT) {
      found.about = readAbout(await textOf(entry))
      await accept(found.about)
    } else if (name === MANIFEST) found.manifest = readManifest(await textOf(entry))
    else {
      const sha256 = createHash('sha256')
      if (name === KEY) {
        found.key = await textOf(entry)
        sha256.update(found.key)
      } else await store(entry, pathWithin(folder, name), sha256)
      seen.push({ name, size: entry.header.size ?? 0, sha256: sha256.digest('hex') })
    }
  })
  const { about, manifest, key } = found
  if (about === undefined || manifest === undefined) throw cutShort(file)
  compare(file, manifest.files, seen)
  return { about, manifest, key }
}

/** What a backup says first of itself; the rest is not read. @throws BackupError */
export async function aboutBackup(file: string): Promise<About> {
  const reading = new AbortController()
  let about: About | undefined
  await entriesOf(file, reading.signal, async entry => {
    if (entry.header.name === ABOUT) about = readAbout(await textOf(entry))
    reading.abort()
  }).catch(error => {
    if (!reading.signal.aborted) throw error
  })
  if (about === undefined) throw new BackupError(`${file} is no backup of Sexton.`)
  return about
}

/** Hands over each entry. @throws BackupError where the archive is damaged */
async function entriesOf(file: string, signal: AbortSignal, take: (entry: Entry) => Promise<void>): Promise<void> {
  const tar = extract()
  const source = createReadStream(file)
  const read = pipeline(source, createGunzip(), tar, { signal })
  // Its fault is told below, by whichever of the two meets it first.
  read.catch(error => tar.destroy(error))
  try {
    for await (const entry of tar) {
      signal.throwIfAborted()
      await take(entry)
      entry.resume()
    }
    await read
  } catch (error) {
    tar.destroy()
    source.destroy()
    await read.catch(() => undefined)
    throw told(file, error)
  }
}

/** What zlib and tar-stream say of damage has a code of zlib, or none of the system's. */
function told(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError || error.name === 'AbortError') return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (code === 'EACCES') return new BackupError(`This user may not read ${file}: give it the right to, or the file.`)
  if (code === 'EISDIR') return new BackupError(`${file} is a folder, and no backup.`)
  if (code === 'Z_BUF_ERROR' || /^unexpected end/i.test(error.message)) return cutShort(file)
  if (code.startsWith('Z_') || /tar header|checksum/i.test(error.message)) {
    return new BackupError(`${file} is damaged, or no backup of Sexton (${error.message}). Take another one.`)
  }
  return error
}

const cutShort = (file: string): BackupError =>
  new BackupError(`${file} is not whole: its end is missing. Take another one.`)

/** @throws BackupError for a name that leads elsewhere */
function pathWithin(folder: string, name: string): string {
  const inside = name.startsWith(CLUSTER) ? name.slice(CLUSTER.length).replace(/\/$/, '') : ''
  if (inside === '' || inside.split('/').some(part => part === '' || part === '.' || part === '..')) {
    throw new BackupError(`The backup holds what none has: ${name}.`)
  }
  return path.join(folder, inside)
}

async function textOf(entry: Entry): Promise<string> {
  if ((entry.header.size ?? 0) > LONGEST_TEXT) throw new BackupError('The backup holds what none has.')
  return (await gathered(entry as AsyncIterable<Buffer>)).toString('utf8')
}

/** Nothing that is there is written over. */
const STORED = { mode: 0o600, flag: 'wx' }

async function store(entry: Entry, file: string, hash: ReturnType<typeof createHash>): Promise<void> {
  if ((entry.header.size ?? 0) <= SMALL_BYTES) {
    const bytes = await gathered(entry as AsyncIterable<Buffer>)
    hash.update(bytes)
    await writeFile(file, bytes, STORED)
    return
  }
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of entry) {
      hash.update(chunk as Buffer)
      yield chunk as Buffer
    }
  }
  await pipeline(hashed(), createWriteStream(file, { mode: STORED.mode, flags: STORED.flag }))
}

/** @throws BackupError naming the first file that is not what was put in */
function compare(file: string, wanted: Manifest['files'], seen: Manifest['files']): void {
  const sums = new Map(seen.map(one => [one.name, one]))
  for (const { name, size, sha256 } of wanted) {
    const found = sums.get(name)
    if (found?.sha256 !== sha256 || found.size !== size) {
      throw new BackupError(`${file} is damaged: ${name} is not what was put in. Take another one.`)
    }
  }
  if (seen.length !== wanted.length) throw new BackupError(`${file} was changed: it holds more than was put in.`)
}
