/** Making the first church of an installation by the link that the server printed; its owner joins by an invitation then. */
import { NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { languageRead } from '../http/asked-languages.ts'
import type { Reply, Request } from '../http/message.ts'
import { countries } from '../lib/countries.ts'
import { createChurch, findChurch, type NewChurch } from '../modules/church/churches.ts'
import { isFirstToken, isUnclaimed } from '../sign-in/first-link.ts'
import { dropOpenLinks, invite } from '../sign-in/join.ts'
import { languages } from '../texts/names.ts'
import { answered } from './answered.ts'
import type { ConsoleParts } from './parts.ts'
import { jsonOf, textOf } from './sent.ts'

/** Answers what the page of the link asks. @throws ApiError */
export async function answerFirstChurch(parts: ConsoleParts, request: Request): Promise<Reply> {
  const sent = request.method === 'POST' ? await jsonOf(request) : undefined
  const token = sent ? textOf(sent, 'token') : (new URLSearchParams(request.search).get('token') ?? '')
  if (!isFirstToken(parts.vault, token, Date.now()) || !(await isUnclaimed(parts.database))) {
    throw new ApiError('not_found', {
      message:
        'This link has expired or was already used. Restart the server: it prints a new one while nobody has set it up.',
    })
  }
  if (sent === undefined) return answered('GET /first-church', { countries: await countries() })
  const read = languageRead(request, languages(), parts.config.language)
  return answered('POST /first-church', { invitation: await makeFirst(parts, sent, read) })
}

/**
 * Makes the church; where somebody got that far before, theirs is taken. In turns: of two who use the link at the same
 * time the second comes to the church of the first.
 * @returns the token of an invitation for its first owner
 */
async function makeFirst(
  { database, config }: ConsoleParts,
  sent: Record<string, unknown>,
  read: string,
): Promise<string> {
  const slug = await database.writeAlone(NO_CHURCH, async tx => {
    const made = await tx.first<{ slug: string }>(sql`select slug from churches order by id limit 1`)
    if (made !== undefined) return made.slug
    const text = (field: keyof NewChurch): string => textOf(sent, field)
    const input = { name: text('name'), slug: text('slug'), country: text('country') }
    // Whoever makes it in a language has a church that speaks it, until they say otherwise.
    const language = read === config.language ? null : read
    const place = { currency: text('currency'), timezone: text('timezone'), language }
    return (await createChurch(tx, { ...input, ...place })).slug
  })
  const church = await findChurch(database, slug)
  if (church === undefined) throw new ApiError('not_found')
  const { token } = await database.writeAlone(church.id, async tx => {
    await dropOpenLinks(tx, church.id)
    return await invite(tx, church, { email: null, role: 'owner', branch_id: null }, null)
  })
  return token
}
