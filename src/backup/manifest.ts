/** What a backup says of itself: what it is, first; what it holds, last, so that one that was cut short is known by it. */
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

/** Names of the entries in the archive. */
export const [ABOUT, MANIFEST, KEY, CLUSTER] = ['about.json', 'manifest.json', 'secret-key', 'cluster/']

/** The form of these archives; a later one counts on. */
const FORMAT = 1

const aboutSchema = z.object({
  format: z.literal(FORMAT, 'it is of a later release'),
  /** Of Sexton. */
  release: z.string(),
  /** Of PostgreSQL: another first number cannot read the files. */
  postgresql: z.string(),
  /** The latest migration. */
  schema: z.string(),
  /** When it was begun (ISO 8601). */
  made_at: z.string(),
  platform: z.string(),
  /** Whether the key of the secrets is in it. */
  has_key: z.boolean(),
  /** What the files of the cluster take; earlier releases did not say. */
  cluster_bytes: z.number().optional(),
})

/** What a backup is; the first entry. */
export type About = z.infer<typeof aboutSchema>

const totalSchema = z.object({
  church: z.string(),
  table: z.string().regex(/^[a-z_]+$/),
  /** Null for records that are no money. */
  currency: z.string().nullable(),
  records: z.string(),
  /** Minor units. */
  sum: z.string().nullable(),
})

/** How many records of a table a church has, and their sum in one currency. */
export type Total = z.infer<typeof totalSchema>

const manifestSchema = z.object({
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
  totals: z.array(totalSchema),
})

/** What a backup holds; the last entry. */
export type Manifest = z.infer<typeof manifestSchema>

/** The first entry of a backup that is made now. */
export const aboutOf = (facts: Omit<About, 'format'>): About => ({ format: FORMAT, ...facts })

/** @throws BackupError */
export const readAbout = (text: string): About => parsed(aboutSchema, text)

/** @throws BackupError */
export const readManifest = (text: string): Manifest => parsed(manifestSchema, text)

function parsed<T>(schema: z.ZodType<T>, text: string): T {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new BackupError('This is no backup of Sexton, or it was changed.')
  }
  const { success, data, error } = schema.safeParse(found)
  if (success) return data
  throw new BackupError(`This backup cannot be read: ${error.issues[0]?.message}.`)
}
