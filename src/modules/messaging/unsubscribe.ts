/**
 * Unsubscribing by a link: the page for people, and the one-click POST of mail programs (RFC 8058). The address is signed
 * and names nothing but a message, so it works for ever, without an account, also when the church is inactive.
 */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { html, page } from '../../public-routes/page.ts'
import { NOTHING, type PublicReply, type PublicRoute, type Visitor } from '../../public-routes/public-route.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import type { ChurchLanguages } from '../../texts/spoken.ts'
import type { Vault } from '../../vault.ts'
import { findChurch } from '../church/churches.ts'
import { optOut } from './opt-out.ts'

const ROOT = '/unsubscribe'
const USE = 'unsubscribe'

/** Where the recipient of a message can unsubscribe. */
export const unsubscribeUrl = (vault: Vault, baseUrl: string, church: number, message: number): string =>
  `${baseUrl}${ROOT}/${church}.${message}.${vault.sign(USE, `${church}.${message}`)}`

interface Letter extends ChurchLanguages {
  slug: string
  name: string
  to: string
  person_id: number | null
}

interface UnsubscribeParts {
  read: Db
  take: TakeStep
  vault: Vault
}

/** Whoever opened the link wants no more mail there. */
const unsubscribe = step({
  name: 'messages.unsubscribe',
  by: 'worker',
  run: (tx, { church }, said: { address: string; person_id: number | null }) =>
    optOut(tx, church, { channel: 'email', by: 'link', keyword: null, ...said }),
})

/** The route of the links. */
export function unsubscribeRoute(parts: UnsubscribeParts): PublicRoute {
  const { read, take, vault } = parts
  return {
    root: ROOT,
    forPeople: true,
    secretPath: true,
    unlimited: true,
    async answer(visitor: Visitor): Promise<PublicReply> {
      const letter = await letterOf(read, vault, visitor.path)
      if (letter === undefined) return NOTHING
      const { name, to, person_id } = letter
      const { method, language } = visitor.at(letter)
      const { say } = language
      if (method === 'GET') {
        return page(
          language,
          200,
          say('Unsubscribe from {name}', { name }),
          html`<h1>${say('Unsubscribe from {name}?', { name })}</h1>
<p>${say('{to} will no longer get emails from {name}.', { to, name })}</p>
<form method="post"><button>${say('Unsubscribe')}</button></form>`,
        )
      }
      const church = await findChurch(parts, letter.slug)
      if (church === undefined) return NOTHING
      await take(unsubscribe, church, { address: to, person_id })
      return page(
        language,
        200,
        say('Unsubscribed'),
        html`<h1>${say('You have been unsubscribed')}</h1>
<p>${say('{to} will no longer get emails from {name}. If that was a mistake, ask {name} to switch emails back on for you.', { to, name })}</p>`,
      )
    },
  }
}

async function letterOf(read: Db, vault: Vault, path: readonly string[]): Promise<Letter | undefined> {
  const [, church = '', message = '', signature = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]+)$/.exec(path[0] ?? '') ?? []
  if (path.length !== 1 || !vault.verify(USE, `${church}.${message}`, signature)) return undefined
  return await read.first<Letter>(sql`select c.slug, c.name, c.language, c.country, c.languages, m."to", m.person_id from messages m
    join churches c on c.id = m.church_id
    where m.church_id = ${Number(church)} and m.id = ${Number(message)} and m.channel = 'email'
      and m."to" <> ''`)
}
