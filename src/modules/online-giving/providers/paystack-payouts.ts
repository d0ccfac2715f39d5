/** Settlements of Paystack (https://paystack.com/docs/api/settlement). */

import { oneLine } from '../../../outgoing/answer-text.ts'
import type { OutgoingResponse } from '../../../outgoing/request.ts'
import { MOST_PAGES, type ToldLine, type ToldPayout } from '../payout.ts'
import { NotAllowed, ProviderFault } from '../provider.ts'
import { factor, type Json, objectIn, textOr } from './paystack-answers.ts'

/** A transaction comes with its customer and card: more would not fit into the 256 KiB that are read of an answer. */
const A_PAGE = 50

/** Gets a path. @throws NoAnswer */
export type Getting = (path: string) => Promise<OutgoingResponse & { json: Json | undefined }>

/** All pages of a list. @throws NoAnswer, ProviderFault */
async function* rowsOf(get: Getting, path: string): AsyncGenerator<Json> {
  let first: unknown
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { status, json } = await get(`${path}${path.includes('?') ? '&' : '?'}perPage=${A_PAGE}&page=${page}`)
    const said = `${status} ${textOr(json?.message, '')}`.trim()
    if (status === 401 || status === 403) throw new NotAllowed(said)
    if (status !== 200 || json?.status !== true || !Array.isArray(json.data)) throw new ProviderFault(said)
    const rows = json.data as Json[]
    if (rows.length > 0 && page > 1 && rows[0]?.id === first)
      throw new ProviderFault('Paystack told the same page twice')
    first = rows[0]?.id
    yield* rows
    const { pageCount } = objectIn(json, 'meta')
    if (rows.length < A_PAGE || (typeof pageCount === 'number' && page >= pageCount)) return
  }
  throw new ProviderFault('Paystack told a list without an end')
}

/** Settlements of that day or later, those of subaccounts left out. @throws NoAnswer, ProviderFault */
export async function* listSettlements(get: Getting, since: string): AsyncGenerator<ToldPayout> {
  for await (const row of rowsOf(get, `/settlement?subaccount=none&from=${since}`)) yield toldSettlement(get, row)
}

const STATES: Readonly<Record<string, ToldPayout['status']>> = { success: 'paid', failed: 'failed' }

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString().slice(0, 10) : undefined

const named = (value: unknown): string | undefined =>
  (typeof value === 'number' || typeof value === 'string') && value !== '' ? String(value) : undefined

/** @throws ProviderFault where it has no id, amount or day */
function toldSettlement(get: Getting, row: Json): ToldPayout {
  const id = named(row.id)
  const settled = dayIn(row.settlement_date)
  const hundredths = row.effective_amount ?? row.total_amount
  if (id === undefined || settled === undefined || typeof hundredths !== 'number' || typeof row.currency !== 'string') {
    throw new ProviderFault('Paystack tells of a settlement without its id, amount or day')
  }
  const currency = row.currency.toUpperCase()
  const made = dayIn(row.createdAt) ?? settled
  return {
    payout_id: id,
    status: STATES[String(row.status)] ?? 'pending',
    currency,
    net: Math.round(hundredths / factor(currency)),
    made_on: made < settled ? made : settled,
    arrives_on: settled,
    error: typeof row.failure_reason === 'string' ? oneLine(row.failure_reason) : null,
    async lines() {
      const lines: ToldLine[] = []
      for await (const one of rowsOf(get, `/settlement/${encodeURIComponent(id)}/transactions`)) {
        lines.push(toldTransaction(one, currency))
      }
      return lines
    },
  }
}

/** @throws ProviderFault */
function toldTransaction(row: Json, currency: string): ToldLine {
  const id = named(row.id)
  const [amount, fee] = [Number(row.amount ?? Number.NaN), Number(row.fees ?? 0)]
  if (id === undefined || Number.isNaN(amount) || Number.isNaN(fee)) {
    throw new ProviderFault('Paystack tells of a transaction of a settlement without its id or amount')
  }
  const paid = [row.paid_at, row.paidAt, row.created_at, row.createdAt].find(at => dayIn(at) !== undefined)
  return {
    kind: 'payment',
    reference: id,
    payment_id: id,
    gift: named(row.reference) ?? null,
    amount: Math.round(amount / factor(currency)),
    fee: Math.round(fee / factor(currency)),
    happened_at: paid === undefined ? null : new Date(String(paid)).toISOString(),
  }
}
