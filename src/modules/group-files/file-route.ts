/** Addresses under which a file of a group is read without an account, for a while: a leader's page gives them out. */
import { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { disposition } from '../../lib/file-name.ts'
import { type LinkParts, linkRoute } from '../../links/link-route.ts'
import { signedLink } from '../../links/signed-link.ts'
import { NOTHING, type PublicReply, type PublicRoute } from '../../public-routes/public-route.ts'
import type { Vault } from '../../vault.ts'
import { isShown } from '../files/file-kind.ts'
import { contentOf, type KeptFile } from '../files/files.ts'
import { keptFile } from './group-files.ts'

const fileLink = signedLink({ kind: 'file', table: 'files', module: 'groups' })

const LASTS_MS = 86_400_000

/** A file of a group, with the address under which it is read for a day. */
export interface LinkedFile {
  name: string
  /** In bytes. */
  size: number
  /** After the public address of the service. */
  path: string
}

/** The latest files of a group, each with an address. @param most how many */
export async function linkedFiles(
  read: Db,
  vault: Vault,
  of: { church: number; group: number },
  now: Date,
  most: number,
): Promise<LinkedFile[]> {
  const { church, group } = of
  const rows = await read.all<{
    id: number
    name: string
    size: number
    link_version: number
  }>(sql`select id, name, size,
      link_version
    from files where church_id = ${church} and group_id = ${group} and status = 'kept' order by id desc limit ${most}`)
  const expires = new Date(now.getTime() + LASTS_MS)
  return rows.map(({ id: record, name, size, link_version: version }) => ({
    name,
    size,
    path: fileLink.address(vault, { church, record, version }, expires).path,
  }))
}

/** The route of these addresses. */
export const fileRoute = (parts: LinkParts): PublicRoute =>
  linkRoute(fileLink, parts, {
    find: (read, { church, record }) => keptFile(read, church, record),
    show: (_visitor, file, { church }) => sent(parts, church, file),
    act: async () => NOTHING,
  })

/** Pictures are shown; all else is saved. Nothing runs, whatever the file says that it is. */
const sent = ({ read }: LinkParts, church: number, file: KeptFile): PublicReply => ({
  status: 200,
  headers: {
    'Content-Type': file.mime,
    'Content-Length': String(file.size),
    'Content-Disposition': disposition(isShown(file.mime) ? 'inline' : 'attachment', file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  },
  stream: Readable.from(contentOf(read, church, file), { objectMode: false }),
})
