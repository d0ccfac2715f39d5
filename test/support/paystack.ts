/** Paystack on this machine: transactions as its API answers them, and signed callbacks. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bankDay } from './bank-day.ts'
import type { SignedCall } from './stripe.ts'

export const PAYSTACK_KEYS = { secret_key: 'sk_live_canary61' }

export type Transaction = Record<string, unknown> & { id: number; reference: string }

export type PaystackRefund = Record<string, unknown> & {
  id: number
  transaction: number
  amount: number
  status: string
}

export type Settlement = Record<string, unknown> & { id: number; effective_amount: number; status: string }

export interface FakePaystack {
  settlements: Settlement[]
  /** The transactions of each settlement. */
  settled: Map<number, object[]>
  /** Settles transactions, less their fees and what is deducted. */
  settle(transactions: readonly Transaction[], changes?: Record<string, unknown> & { deducted?: number }): Settlement
  refunds: PaystackRefund[]
  /** What becomes of a refund when it is asked for; `processed`, unless said. */
  refundStatus: string
  /** So many answers to refunds are lost on their way, after the refund was made. */
  loseAnswers: number
  origin: string
  /** Requests as they came. */
  requests: { method: string; path: string; json: Record<string, unknown> }[]
  transactions: Transaction[]
  /** How charges of an authorization end; without a word they are paid. */
  outcomes: Map<string, { status: string; gateway_response?: string; paused?: boolean }>
  /** Charges, and loses the answer: hangs up, never answers, or says this. */
  loses: string | undefined
  /** Answers a request in the place of Paystack; undefined: as usual. One that does nothing hangs. */
  reply: ((response: ServerResponse) => void) | undefined
  pay(transaction: Transaction, changes?: object): void
  event(event: string, data: object, secret?: string): SignedCall
  close(): Promise<void>
}

/** Starts one. */
export async function startPaystack(): Promise<FakePaystack> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    fake.requests.push({ method: request.method ?? '', path, json })
    if (fake.reply !== undefined) return fake.reply(response)
    const answer = (status: number, message: string, data?: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ status: status === 200, message, ...(data && { data }) }))
    }
    if (request.headers.authorization !== `Bearer ${PAYSTACK_KEYS.secret_key}`) return answer(401, 'Invalid key')
    const { transactions } = fake
    if (request.method === 'POST' && path === '/transaction/initialize') {
      const { reference, amount, currency, email } = json as {
        reference: string
        amount: number
        currency: string
        email: string
      }
      if (transactions.some(one => one.reference === reference)) {
        return answer(400, 'Duplicate Transaction Reference')
      }
      const id = 4_000_000_000 + transactions.length
      transactions.push({
        id,
        reference,
        amount,
        currency,
        status: 'abandoned',
        fees: null,
        channel: 'card',
        customer: { email },
      })
      return answer(200, 'Authorization URL created', {
        authorization_url: `https://checkout.paystack.com/${reference.slice(-10)}`,
        access_code: reference.slice(-10),
        reference,
      })
    }
    if (request.method === 'POST' && path === '/transaction/charge_authorization') {
      const { reference, amount, currency, authorization_code, email } = json as Record<string, string>
      if (transactions.some(one => one.reference === reference)) return answer(400, 'Duplicate Transaction Reference')
      const first = transactions.find(({ authorization }) => codeOf(authorization) === authorization_code)
      if (first === undefined) return answer(400, 'Invalid authorization code')
      if (emailOf(first.customer) !== email)
        return answer(400, 'Email does not match Authorization code. Use the email of the customer')
      const outcome = fake.outcomes.get(authorization_code ?? '') ?? { status: 'success', gateway_response: 'Approved' }
      const paid = outcome.status === 'success' && !outcome.paused
      const made = {
        id: 4_000_000_000 + transactions.length,
        ...{
          reference: reference ?? '',
          amount,
          currency,
          channel: 'card',
          fees: paid ? 2250 : null,
          charged: authorization_code,
        },
        ...outcome,
        ...(outcome.paused && { authorization_url: 'https://checkout.paystack.com/challenge' }),
      }
      transactions.push(made)
      if (fake.loses === 'hang up') return void response.destroy()
      if (fake.loses === 'never') return
      if (fake.loses !== undefined) return void response.writeHead(200).end(fake.loses)
      return answer(200, 'Charge attempted', made)
    }
    if (path.startsWith('/settlement')) {
      const { data, meta } = settlementsOf(fake, new URL(path, 'http://x'))
      response.writeHead(200, { 'Content-Type': 'application/json' })
      return void response.end(JSON.stringify({ status: true, message: 'Settlements retrieved', data, meta }))
    }
    if (path === '/transaction?perPage=1') return answer(200, 'Transactions retrieved', transactions.slice(0, 1))
    if (path.startsWith('/refund')) {
      const { status, message, data } = refundsOf(fake, request.method ?? '', { json, path })
      if (request.method === 'POST' && fake.loseAnswers > 0) {
        fake.loseAnswers -= 1
        return void response.destroy()
      }
      return answer(status, message, data)
    }
    const found = transactions.find(({ reference }) => path === `/transaction/verify/${reference}`)
    if (found === undefined) return answer(400, 'Transaction reference not found.')
    answer(200, 'Verification successful', found)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const fake: FakePaystack = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    transactions: [],
    settlements: [],
    settled: new Map(),
    settle(transactions, { deducted = 0, ...changes } = {}) {
      const id = 3_090_000 + fake.settlements.length
      const processed = transactions.reduce((sum, { amount }) => sum + Number(amount), 0)
      const fees = transactions.reduce((sum, { fees }) => sum + Number(fees ?? 0), 0)
      const settlement: Settlement = {
        ...{ id, domain: 'live', status: 'success', currency: 'NGN', total_processed: processed, total_fees: fees },
        ...{ total_amount: processed - fees, effective_amount: processed - fees - deducted, deductions: null },
        ...{ settlement_date: bankDay(new Date()), createdAt: bankDay(new Date()) },
        ...changes,
      }
      fake.settlements.unshift(settlement)
      fake.settled.set(id, [...transactions])
      return settlement
    },
    refunds: [],
    refundStatus: 'processed',
    loseAnswers: 0,
    outcomes: new Map(),
    loses: undefined,
    reply: undefined,
    pay(transaction, changes = {}) {
      const authorization = {
        authorization_code: `AUTH_${transaction.id}`,
        ...{ last4: '4081', exp_month: '12', exp_year: '2030', channel: 'card', card_type: 'visa ', bank: 'TEST BANK' },
        reusable: true,
      }
      const paid = { status: 'success', fees: 2250, gateway_response: 'Approved', authorization }
      Object.assign(transaction, { ...paid, ...changes })
    },
    event(event, data, secret = PAYSTACK_KEYS.secret_key) {
      const body = JSON.stringify({ event, data })
      const signature = createHmac('sha512', secret).update(body).digest('hex')
      return { body, headers: { 'content-type': 'application/json', 'x-paystack-signature': signature } }
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
  return fake
}

/** A page of the settlements, or of the transactions of one. */
function settlementsOf(fake: FakePaystack, { pathname, searchParams: query }: URL): { data: object[]; meta: object } {
  const id = /^\/settlement\/(\d+)\/transactions$/.exec(pathname)?.[1]
  const since = query.get('from') ?? ''
  const all: object[] =
    id === undefined
      ? fake.settlements.filter(({ settlement_date }) => String(settlement_date).slice(0, 10) >= since)
      : (fake.settled.get(Number(id)) ?? [])
  const [perPage, page] = [Number(query.get('perPage') ?? 50), Number(query.get('page') ?? 1)]
  const data = all.slice((page - 1) * perPage, page * perPage)
  return { data, meta: { total: all.length, perPage, page, pageCount: Math.ceil(all.length / perPage) } }
}

/** Makes and lists refunds. The same request twice is two refunds; never more than was paid goes back. */
function refundsOf(
  fake: FakePaystack,
  method: string,
  { json, path }: { json: Record<string, unknown>; path: string },
): { status: number; message: string; data?: object } {
  if (method !== 'POST') {
    const id = new URL(path, 'http://x').searchParams.get('transaction')
    const data = fake.refunds.filter(({ transaction }) => String(transaction) === id)
    return { status: 200, message: 'Refunds retrieved', data }
  }
  const transaction = fake.transactions.find(({ id }) => String(id) === json.transaction)
  if (transaction === undefined) return { status: 404, message: 'Transaction not found' }
  const gone = fake.refunds
    .filter(one => one.transaction === transaction.id && one.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
  const amount = Number(json.amount ?? transaction.amount)
  if (gone + amount > Number(transaction.amount)) return { status: 400, message: 'Refund amount is above the balance' }
  const refund = {
    id: 3_000_000 + fake.refunds.length,
    transaction: transaction.id,
    amount,
    currency: transaction.currency,
    status: fake.refundStatus,
    merchant_note: json.merchant_note ?? 'Refund by test@example.org',
    dispute: null,
    createdAt: new Date().toISOString(),
  }
  fake.refunds.push(refund)
  return { status: 200, message: 'Refund has been queued for processing', data: refund }
}
const codeOf = (authorization: unknown): unknown =>
  (authorization as { authorization_code?: string } | undefined)?.authorization_code
const emailOf = (customer: unknown): unknown => (customer as { email?: string } | undefined)?.email
