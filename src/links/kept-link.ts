/**
 * Links without an account that are kept (decision 0024): 32 random bytes that are shown once, of which only SHA-256 is stored. For
 * links that have no end by themselves: each is listed with its last use, and revoked one by one. Nothing of them is remembered by a node,
 * so whoever revokes one is told so when no node takes it any more.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { isOpen, type LinkChurch } from './signed-link.ts'

/** How much of the secret lists show. */
const PREFIX = 8
/** `CHURCH.SECRET`: the church is in it so that the look-up is one of that church. */
const FORM = /^(\d{1,15})\.([\w-]{43})$/

/** What a link that is made leads to, and who it is for. */
interface NewLink {
  church: number
  /** The record that it leads to. */
  subject: number
  /** Of the person it is made for; null for nobody on record. */
  person: number | null
  /** Name of who makes it. */
  by: string
  /** The branch that limits who makes it, and so whom it names; null for none. */
  within: number | null
}

/** A link that was made: the only time that its address is known. */
interface MadeLink {
  id: number
  prefix: string
  /** After the public address of the service. */
  path: string
}

/** A link that was opened, and holds. */
export interface KeptLink {
  id: number
  /** The church that it is of. */
  of: LinkChurch
  subject: number
  person: number | null
  /** The branch that limits whom it names; null for none. */
  within: number | null
  last_used_at: string | null
  /** Its own path, for going back to the page after a form. */
  path: string
  /** The parts of the path behind it. */
  rest: readonly string[]
}

/** A kind of kept link. */
export interface KeptLinkKind {
  kind: string
  /** The beginning of its paths. */
  root: string
  make(tx: Tx, link: NewLink): Promise<MadeLink>
  /** What a path leads to; undefined for a link that is not there or revoked, and where the church is not active or the module off. */
  find(read: Db, path: readonly string[]): Promise<KeptLink | undefined>
}

/** Declares a kind of kept link. @param kind a word in small letters, never changed; @param module that it belongs to */
export function keptLink({ kind, module }: { kind: string; module?: string }): KeptLinkKind {
  const root = `/my/${kind}`
  return {
    kind,
    root,
    async make(tx, { church, subject, person, by, within }) {
      const secret = randomBytes(32).toString('base64url')
      const prefix = secret.slice(0, PREFIX)
      const made = await tx.first<{ id: number }>(sql`
        insert into kept_links (church_id, kind, subject_id, person_id, within_branch_id, hash, prefix, made_by, created_at)
        values (${church}, ${kind}, ${subject}, ${person}, ${within}, ${hashOf(secret)}, ${prefix}, ${by}, ${tx.now}::timestamptz)
        returning id`)
      return { id: made?.id ?? 0, prefix, path: `${root}/${church}.${secret}` }
    },
    async find(read, [named = '', ...rest]) {
      const [, church, secret] = FORM.exec(named) ?? []
      if (church === undefined || secret === undefined) return undefined
      const found =
        await read.first<Found>(sql`select k.id as link, k.subject_id, k.person_id, k.within_branch_id as within, k.last_used_at, c.id, c.slug,
          c.name, c.country, c.currency, c.timezone, c.language, c.languages
        from kept_links as k join churches as c on c.id = ${Number(church)}
        where k.church_id = ${Number(church)} and k.hash = ${hashOf(secret)} and k.kind = ${kind}
          and k.revoked_at is null and ${isOpen(module)}`)
      if (found === undefined) return undefined
      const { link: id, subject_id: subject, person_id: person, within, last_used_at, ...of } = found
      return { id, of, subject, person, within, last_used_at, path: `${root}/${named}`, rest }
    },
  }
}

interface Found extends LinkChurch {
  link: number
  subject_id: number
  person_id: number | null
  within: number | null
  last_used_at: string | null
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Holds a link as it is until the transaction ends, for what is done by it: a revocation waits, and what comes after it is refused.
 * @returns whether it is still good
 */
export async function holdLink(tx: Tx, church: number, id: number): Promise<boolean> {
  const held = await tx.first(sql`select id from kept_links
    where church_id = ${church} and id = ${id} and revoked_at is null for share`)
  return held !== undefined
}

const MINUTE_MS = 60_000

/** Whether a use is worth being noted: one a minute is. */
export const isUseDue = ({ last_used_at }: Pick<KeptLink, 'last_used_at'>, now: Date): boolean =>
  last_used_at === null || Date.parse(last_used_at) + MINUTE_MS <= now.getTime()

/** Notes that a link was used. Changes nothing that the API shows. */
export const noteUse = (tx: Tx, church: number, id: number, now: Date): Promise<unknown> =>
  tx.run(sql`update kept_links set last_used_at = ${now.toISOString()}::timestamptz
    where church_id = ${church} and id = ${id} and (last_used_at is null or last_used_at < ${now.toISOString()}::timestamptz)`)
