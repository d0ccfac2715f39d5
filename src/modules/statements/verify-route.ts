/** Whether a document is genuine: number and total belong together, or not. Nothing else is told, whatever is asked. */

import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { numberText, readNumber } from '../../documents/numbers.ts'
import { readAmount, type TypedWhere } from '../../lib/amount-text.ts'
import { localeOf } from '../../lib/currency-marks.ts'
import { nothingPage } from '../../public-routes/page.ts'
import { formOf, type PublicRoute } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import type { ServiceParts } from '../../resource/module.ts'
import { amountIn, writtenIn } from '../../texts/forms.ts'
import { languages } from '../../texts/names.ts'
import { findChurch } from '../church/churches.ts'
import { type Verdict, verifyPage } from './link-pages.ts'
import { PREFIXES } from './write-statements.ts'

const LONGEST = 40

/** The page: GET and POST of /verify/SLUG. */
export const verifyRoute = (parts: Pick<ServiceParts, 'read'>): PublicRoute => ({
  root: '/verify',
  forPeople: true,
  async answer(anybody) {
    const [slug = '', ...more] = anybody.path
    const isSlug = more.length === 0 && /^[a-z0-9-]{1,64}$/.test(slug)
    const church = isSlug ? await findChurch(parts, slug) : undefined
    if (church?.status !== 'active') {
      const { language } = anybody
      return nothingPage(language, language.say('Look at the address again: it stands at the end of the document.'))
    }
    const visitor = anybody.at(church)
    const { language, method, search } = visitor
    if (method === 'GET') {
      return verifyPage(language, church, { number: (search.get('number') ?? '').slice(0, LONGEST), total: '' })
    }
    await visitor.admitForm()
    const form = formOf(await visitor.request())
    const typed = (name: string): string => (form.get(name) ?? '').trim().slice(0, LONGEST)
    const said = { number: typed('number'), total: typed('total') }
    return verifyPage(language, church, said, await verdictOn(parts.read, church, said, language.locale))
  },
})

/** Digits and what stands between them: neither the mark of a currency nor a space, such as one that never breaks. */
const bare = (text: string): string => text.replace(/^(?:\p{L}+\.|[\p{Sc}\p{L}\s])+|[\p{Sc}\p{L}\s]+$|\s/gu, '')

/**
 * Whether a text says the total: as it stands on the document, which may be in any language, or as anybody would write
 * it. The document comes first: 500.000 of a country of points is no five hundred. Zero is a total, too: of goods alone.
 */
export function saysTotal(text: string, total: number, currency: string, { country, locale }: TypedWhere): boolean {
  const printed = [localeOf(country), ...languages().map(one => writtenIn(one, country))].map(written =>
    amountIn({ written }, total, currency),
  )
  if (printed.some(one => bare(text) === bare(one))) return true
  if (/^\D*0+([.,]0+)?\D*$/.test(text)) return total === 0
  const where = { country, locale }
  // The number says which of two was meant.
  const { ways = [text] } = readAmount(text, currency, where)
  return ways.some(way => readAmount(way, currency, where).minor === total)
}

async function verdictOn(
  read: Db,
  church: Church,
  said: { number: string; total: string },
  locale: string,
): Promise<Verdict> {
  const asked = readNumber(said.number)
  if (asked === undefined || !Object.values(PREFIXES).some(prefix => prefix === asked.prefix)) return 'unknown'
  const number = numberText(asked.prefix, asked.year, asked.number)
  const found = await read.first<{
    status: string
    currency: string
    base_total: number
  }>(sql`select status, currency, base_total
    from statements where church_id = ${church.id} and number = ${number}`)
  if (found === undefined) return 'unknown'
  if (!saysTotal(said.total, found.base_total, found.currency, { country: church.country, locale })) return 'unknown'
  return found.status === 'issued' ? 'genuine' : 'superseded'
}
