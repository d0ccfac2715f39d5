/** What a link without an account leads to. GET and HEAD only show, because mail programs and scanners open links; POST acts. */
import type { Db } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { unkept } from '../public-routes/page.ts'
import { formOf, NOTHING, type PublicReply, type PublicRoute, type Visitor } from '../public-routes/public-route.ts'
import type { Vault } from '../vault.ts'
import { isUseDue, type KeptLink, type KeptLinkKind } from './kept-link.ts'
import type { LinkChurch, LinkedRecord, SignedLink } from './signed-link.ts'

/** What the routes of links are made with. */
export interface LinkParts {
  read: Db
  vault: Vault
  clock: Clock
}

/** A link that was opened, and holds. */
export interface OpenedLink extends LinkedRecord {
  /** The church that it is of. */
  of: LinkChurch
  /** Its own path, for going back to the page after a form. */
  path: string
}

/** The page of a kind of link. @template L the link that was opened; @template F what the page is made from */
interface LinkPage<L, F> extends Pick<PublicRoute, 'guide'> {
  /** What the page shows; undefined where there is nothing to show. */
  find(read: Db, link: L): Promise<F | undefined>
  /** The page. Changes nothing. */
  show(visitor: Visitor, found: F, link: L): PublicReply | Promise<PublicReply>
  /**
   * Does what a form asks for. The link was good a moment ago: the step asks once more, in its transaction (`holds` of a signed
   * link, `holdLink` of a kept one).
   */
  act(visitor: Visitor, form: URLSearchParams, found: F, link: L): Promise<PublicReply>
}

/** What all links have in common. Whatever is wrong with an address, the answer is the same. */
const routeOf = <L extends { of: LinkChurch }, F>(
  root: string,
  read: Db,
  open: (visitor: Visitor) => Promise<L | undefined>,
  named: (link: L) => string,
  page: LinkPage<L, F>,
): PublicRoute => ({
  root,
  forPeople: true,
  secretPath: true,
  // A team taps often, and shares an address: forms are counted by link. Who tries links out is counted by address all the same.
  unlimited: true,
  ...(page.guide !== undefined && { guide: page.guide }),
  async answer(anybody) {
    const link = await open(anybody)
    const found = link && (await page.find(read, link))
    if (link === undefined || found === undefined) return NOTHING
    const visitor = anybody.at(link.of)
    if (visitor.method === 'GET') return unkept(await page.show(visitor, found, link))
    await visitor.admitLink(`${root}/${named(link)}`)
    return unkept(await page.act(visitor, formOf(await visitor.request()), found, link))
  },
})

/** The route of a kind of signed link. */
export function linkRoute<F>(
  kind: SignedLink,
  { read, vault, clock }: LinkParts,
  page: LinkPage<OpenedLink, F>,
): PublicRoute {
  const open = async ({ path }: Visitor): Promise<OpenedLink | undefined> => {
    const linked = kind.read(vault, path, clock.now())
    const of = linked && (await kind.find(read, linked))
    return of && { ...linked, of, path: `${kind.root}/${path[0]}` }
  }
  return routeOf(kind.root, read, open, ({ church, record, version }) => `${church}.${record}.${version}`, page)
}

/** What the routes of kept links are made with. */
export interface KeptLinkParts extends Pick<LinkParts, 'read' | 'clock'> {
  /** Notes a use: a step that calls `noteUse`. */
  noteUse(link: KeptLink): Promise<unknown>
}

/** The route of a kind of kept link. That it was used is noted, at most once a minute. */
export function keptRoute<F>(kind: KeptLinkKind, parts: KeptLinkParts, page: LinkPage<KeptLink, F>): PublicRoute {
  const { read, clock } = parts
  const open = async ({ path }: Visitor): Promise<KeptLink | undefined> => {
    const link = await kind.find(read, path)
    if (link !== undefined && isUseDue(link, clock.now())) await parts.noteUse(link)
    return link
  }
  return routeOf(kind.root, read, open, ({ id, of }) => `${of.id}.${id}`, page)
}
