/** Two years of gifts for the demo church, the same for the same seed and day. */
import { addDays } from '../../lib/calendar.ts'
import { convert, parseRate } from '../../lib/money.ts'
import type { Random } from '../../lib/random.ts'

/** A gift; `person`, `branch` and `fund` are places in their lists. */
interface DemoGift {
  person: number | null
  branch: number
  fund: number
  amount: number
  currency: string
  amount_base: number
  method: string
  given_on: string
  reference: string | null
  is_anonymous: boolean
  status: string
}

/** What the demo church pays for a dollar. */
export const DOLLAR_RATE = '1650.25'

const METHODS = ['cash', 'cash', 'bank_transfer', 'bank_transfer', 'pos', 'online', 'ussd', 'mobile_money'] as const
const WEEKS = 104

/**
 * @param givers places of those who give regularly, each with their branch
 * @param funds how many funds take gifts; the first two are offering and tithe
 */
export function demoGifts(
  random: Random,
  givers: readonly { person: number; branch: number }[],
  branches: number,
  funds: number,
  today: string,
): DemoGift[] {
  const gifts: DemoGift[] = []
  const sunday = addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay())
  for (let week = WEEKS - 1; week >= 0; week -= 1) {
    const given_on = addDays(sunday, -7 * week)
    for (let branch = 0; branch < branches; branch += 1) gifts.push(collection(random, branch, given_on))
    for (const { person, branch } of givers) {
      if (random.chance(0.18)) gifts.push(personal(random, person, branch, funds, given_on, gifts.length))
    }
  }
  return gifts
}

/** The offering bags of one service, counted together. */
function collection(random: Random, branch: number, given_on: string): DemoGift {
  const amount = random.whole(150, 900) * 10_000
  const cash = { currency: 'NGN', method: 'cash', reference: null, is_anonymous: true, status: 'posted' }
  return { ...cash, person: null, branch, fund: 0, amount, amount_base: amount, given_on }
}

function personal(
  random: Random,
  person: number,
  branch: number,
  funds: number,
  given_on: string,
  serial: number,
): DemoGift {
  const abroad = random.chance(0.04)
  const amount = abroad ? random.whole(2, 40) * 500 : random.whole(2, 120) * 50_000
  const method = abroad ? 'online' : random.pick(METHODS)
  return {
    person,
    branch,
    fund: random.chance(0.6) ? 1 : random.whole(0, funds - 1),
    amount,
    currency: abroad ? 'USD' : 'NGN',
    amount_base: abroad ? inNaira(amount) : amount,
    method,
    given_on,
    reference: method === 'bank_transfer' ? `TRF-${String(100_000 + serial)}` : null,
    is_anonymous: random.chance(0.05),
    status: random.chance(0.01) ? 'void' : 'posted',
  }
}

function inNaira(cents: number): number {
  const rate = parseRate(DOLLAR_RATE)
  if (rate === null) throw new Error('The demo rate is not a rate.')
  return Number(convert(cents, rate, 'USD', 'NGN'))
}
