/** Making the first church of an installation by the link that the server printed; its owner joins by an invitation then. */
import { createHash } from 'node:crypto'
import { type Db, NO_CHURCH } from '../db/database.ts'
import { ident, join, sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { languageRead } from '../http/asked-languages.ts'
import type { Reply, Request } from '../http/message.ts'
import { countries } from '../lib/countries.ts'
import { BEGINS_WITH, correctChurch, createChurch, findChurch, type NewChurch } from '../modules/church/churches.ts'
import { isFirstToken, isUnclaimed } from '../sign-in/first-link.ts'
import { dropOpenLinks, invite } from '../sign-in/join.ts'
import { because } from '../texts/because.ts'
import { languages } from '../texts/names.ts'
import { answered } from './answered.ts'
import type { MadeChurch } from './answers.ts'
import type { ConsoleParts } from './parts.ts'
import { jsonOf, textOf } from './sent.ts'

const CHANGED = because(
  'Somebody has corrected this meanwhile, and nothing was changed. Load the page again: it shows how it is now.',
)

/** Answers what the page of the link asks. @throws ApiError */
export async function answerFirstChurch(parts: ConsoleParts, request: Request): Promise<Reply> {
  const sent = request.method === 'POST' ? await jsonOf(request) : undefined
  const token = sent ? textOf(sent, 'token') : (new URLSearchParams(request.search).get('token') ?? '')
  if (!isFirstToken(parts.vault, token, Date.now()) || !(await isUnclaimed(parts.database))) {
    throw new ApiError('not_found', {
      message: because(
        'This link has expired or was already used. Restart the server: it prints a new one while nobody has set it up.',
      ),
    })
  }
  if (sent === undefined)
    return answered('GET /first-church', {
      countries: await countries(),
      made: (await madeChurch(parts.database.read)) ?? null,
    })
  const read = languageRead(request, languages(), parts.config.language)
  return answered('POST /first-church', { invitation: await makeFirst(parts, sent, read) })
}

/** The church that is there, with what tells whether it was corrected meanwhile. */
async function madeChurch(db: Db): Promise<(MadeChurch & { id: number }) | undefined> {
  const made = await db.first<Omit<MadeChurch, 'version'> & { id: number }>(
    sql`select id, name, slug, country, currency, timezone from churches order by id limit 1`,
  )
  if (made === undefined) return undefined
  return {
    ...made,
    version: createHash('sha256')
      .update(JSON.stringify(Object.values(made)))
      .digest('base64url'),
  }
}

/**
 * Makes the church; where somebody got that far before, theirs is taken, or corrected by who has seen it. In turns: of two who
 * use the link at the same time the second comes to the church of the first.
 * @returns the token of an invitation for its first owner
 */
async function makeFirst(parts: ConsoleParts, sent: Record<string, unknown>, read: string): Promise<string> {
  const { database, config } = parts
  const text = (field: keyof NewChurch): string => textOf(sent, field)
  const slug = await database.writeAlone(NO_CHURCH, async tx => {
    const [name, country, currency, timezone] = [text('name'), text('country'), text('currency'), text('timezone')]
    const made = await madeChurch(tx)
    if (made === undefined) {
      // Whoever makes it in a language has a church that speaks it, until they say otherwise.
      const language = read === config.language ? null : read
      return (await createChurch(tx, { name, slug: text('slug'), country, currency, timezone, language })).slug
    }
    const corrects = textOf(sent, 'corrects')
    const wanted = { name, country, currency, timezone }
    const isAsWanted = Object.entries(wanted).every(([field, value]) => made[field as keyof typeof wanted] === value)
    // Whoever sends the same again, since an answer was lost, has what they want.
    if (corrects !== '' && corrects !== made.version && !isAsWanted)
      throw new ApiError('wrong_state', { message: CHANGED })
    if (corrects === made.version) {
      const recorded = await isInUse(tx, parts, made.id)
      await correctChurch(tx, made, wanted, parts.house, recorded)
    }
    return made.slug
  })
  const church = await findChurch(database, slug)
  if (church === undefined) throw new ApiError('not_found')
  const { token } = await database.writeAlone(church.id, async tx => {
    await dropOpenLinks(tx, church.id)
    return await invite(tx, church, { email: null, role: 'owner', branch_id: null }, null)
  })
  return token
}

/** Whether there is more on record than what a church begins with. */
async function isInUse(tx: Db, { house }: ConsoleParts, church: number): Promise<boolean> {
  const tables = house.resourcesOn(house.optional).map(({ name }) => name)
  const counted = tables.map(
    name => sql`select ${name} as name, count(*)::int as n from (select 1 from ${ident(name)}
      where church_id = ${church} limit 2) as counted`,
  )
  const found = await tx.all<{ name: string; n: number }>(join(counted, ' union all '))
  return found.some(({ name, n }) => n > (BEGINS_WITH.includes(name) ? 1 : 0))
}
