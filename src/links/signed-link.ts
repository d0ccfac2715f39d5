/**
 * Links without an account that lead to one record (decision 0024). They are signed and not stored: the address names the record,
 * says when it is over, and carries a signature of the vault. Raising the record's `link_version` takes back all that were given out.
 */
import type { Db } from '../db/database.ts'
import { ident, type Sql, sql } from '../db/sql.ts'
import type { ChurchLanguages } from '../texts/spoken.ts'
import type { Vault } from '../vault.ts'

/** What kind of link it is. */
interface LinkDeclaration {
  /** Its place under `/my`, and what its signatures are good for: a word in small letters, never changed. */
  kind: string
  /** The table of the records that it leads to; it has `church_id`, `id` and the version. */
  table: string
  /** The column of the version, where records of one table have links of two kinds. Default: `link_version`. */
  version?: 'link_version' | 'report_link_version'
  /** The module that it belongs to: where that is switched off it leads nowhere. Without one it is always on. */
  module?: string
}

/** The record that an address names. */
export interface LinkedRecord {
  church: number
  record: number
  /** The record's version of when the address was made. */
  version: number
  /** The branch that limits whom it names, where one limited who made it. */
  within?: number
}

/** A church, as the pages of a link need it. */
export interface LinkChurch extends ChurchLanguages {
  id: number
  slug: string
  name: string
  country: string
  currency: string
  timezone: string
}

/** An address that was made. */
export interface LinkAddress {
  /** After the public address of the service. */
  path: string
  /** When it leads nowhere any more. */
  expires: Date
}

/** A kind of signed link. */
export interface SignedLink {
  kind: string
  /** The beginning of its paths. */
  root: string
  /** The address that leads to a record. @param expires counted in whole seconds */
  address(vault: Vault, linked: LinkedRecord, expires: Date): LinkAddress
  /** The same, with the version that the record has now; undefined where there is no such record. */
  give(read: Db, vault: Vault, of: Omit<LinkedRecord, 'version'>, expires: Date): Promise<LinkAddress | undefined>
  /** What a path names after the root; undefined where it was not signed by us, or is over. `find` tells whether it was taken back. */
  read(vault: Vault, path: readonly string[], now: Date): LinkedRecord | undefined
  /** The church, where the record is there, the link was not taken back, the church active and the module on; else undefined. */
  find(read: Db, linked: LinkedRecord): Promise<LinkChurch | undefined>
  /** True of the record's row while its links hold: for the statement that locks it before something is changed. */
  holds(linked: Pick<LinkedRecord, 'version'>): Sql
}

/** `CHURCH.ID.VERSION.EXPIRES.SIGNATURE`, with a branch behind the end where one limits it, before it is known to be signed by us. */
const FORM = /^(\d{1,15})\.(\d{1,15})\.(\d{1,9})\.(\d{1,12})(\.\d{1,15})?\.([\w-]{1,64})$/

const rootOf = (kind: string): string => `/my/${kind}`

/** The address of a kind of link, for who has its name and not its declaration. @param expires counted in whole seconds */
export function linkAddress(
  vault: Vault,
  kind: string,
  { church, record, version, within }: LinkedRecord,
  expires: Date,
): LinkAddress {
  const seconds = Math.floor(expires.getTime() / 1000)
  const named = `${church}.${record}.${version}.${seconds}${within === undefined ? '' : `.${within}`}`
  return { path: `${rootOf(kind)}/${named}.${vault.sign(kind, named)}`, expires: new Date(seconds * 1000) }
}

/** Declares a kind of signed link. */
export function signedLink({ kind, table, version = 'link_version', module }: LinkDeclaration): SignedLink {
  const root = rootOf(kind)
  const [records, current] = [ident(table), ident(version)]
  const address: SignedLink['address'] = (vault, linked, expires) => linkAddress(vault, kind, linked, expires)
  return {
    kind,
    root,
    address,
    async give(read, vault, { church, record, within }, expires) {
      const found = await read.first<{ version: number }>(
        sql`select ${current} as version from ${records} where church_id = ${church} and id = ${record}`,
      )
      return (
        found &&
        address(vault, { church, record, version: found.version, ...(within !== undefined && { within }) }, expires)
      )
    },
    read(vault, path, now) {
      const [, church = '', record = '', version = '', expires = '', branch = '', signature = ''] =
        FORM.exec(path[0] ?? '') ?? []
      const named = `${church}.${record}.${version}.${expires}${branch}`
      if (path.length !== 1 || !vault.verify(kind, named, signature)) return undefined
      if (Number(expires) * 1000 <= now.getTime()) return undefined
      const within = branch === '' ? {} : { within: Number(branch.slice(1)) }
      return { church: Number(church), record: Number(record), version: Number(version), ...within }
    },
    find: (read, { church, record, version: given }) =>
      read.first<LinkChurch>(sql`select c.id, c.slug, c.name, c.country, c.currency, c.timezone, c.language,
          c.languages
        from churches as c join ${records} as r on r.church_id = c.id
        where c.id = ${church} and r.church_id = ${church} and r.id = ${record} and r.${current} = ${given} and ${isOpen(module)}`),
    holds: ({ version: given }) => sql`${current} = ${given}`,
  }
}

/** True of a church `c` whose links work. @param module that they belong to */
export const isOpen = (module: string | undefined): Sql =>
  module === undefined ? sql`c.status = 'active'` : sql`c.status = 'active' and ${module} = any(c.modules)`
