/** The first file of an archive: what it is, of which church, and what has to be in it. */
import { z } from 'zod'
import { ArchiveError } from './archive-error.ts'

/** The version of the format: it grows when what is written would be read wrongly by an older release. */
export const FORMAT = 1
/** Name of the file. */
export const MANIFEST = 'manifest.json'

const count = z.number().int().nonnegative()

const fileShape = z.strictObject({
  /** `people.jsonl`. */
  name: z.string().regex(/^[a-z_]{1,60}\.jsonl$/),
  rows: count,
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const recipeShape = z.strictObject({
  kdf: z.literal('scrypt'),
  // What an archive may make the reader spend.
  n: z.union([z.literal(2 ** 15), z.literal(2 ** 16), z.literal(2 ** 17)]),
  r: z.literal(8),
  p: z.literal(1),
  salt: z.string().max(100),
  check: z.string().max(200),
})

const totalShape = z.strictObject({
  table: z.string(),
  /** One object for each group: what it is grouped by, `rows`, and the sums as text. */
  groups: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).max(100_000),
})

const manifestShape = z.strictObject({
  format: z.literal('sexton-church'),
  version: z.literal(FORMAT),
  release: z.string().max(50),
  migration: z.string().max(100),
  exported_at: z.string().max(40),
  church: z.strictObject({ slug: z.string(), name: z.string(), currency: z.string() }),
  /** Null where secrets stayed behind. */
  secrets: recipeShape.nullable(),
  files: z.array(fileShape).max(1_000),
  totals: z.array(totalShape).max(100),
  left_out: z.record(z.string(), z.string()),
})

export type Manifest = z.infer<typeof manifestShape>
export type ManifestFile = z.infer<typeof fileShape>
/** The sums of a table. */
export type Total = z.infer<typeof totalShape>

/**
 * Reads a manifest. @param level the latest migration of this database
 * @throws ArchiveError for what is none, or is of another format or release
 */
export function readManifest(text: string, level: string): Manifest {
  const json = parsed(text)
  const { format, version, release, migration } = headOf(json)
  if (format !== 'sexton-church') throw new ArchiveError('This is no archive of a church: its manifest says otherwise.')
  if (version !== FORMAT) {
    throw new ArchiveError(`The archive has format ${version}; this release reads format ${FORMAT}.`)
  }
  if (migration !== level) {
    throw new ArchiveError(
      `The archive was written by release ${release} (migration ${migration}); this database is at migration ${level}. ` +
        'Bring the older of the two to the release of the other, then export again.',
    )
  }
  const { success, data, error } = manifestShape.safeParse(json)
  if (success) return data
  const [first] = error.issues
  throw new ArchiveError(`${MANIFEST}: ${first?.path.join('.')}: ${first?.message}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ArchiveError(`${MANIFEST} is no JSON.`)
  }
}

const headOf = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {}
