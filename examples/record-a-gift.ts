/**
 * Records a gift so that it can be retried for ever and is recorded once: the idempotency key is made before the first
 * attempt and sent with each.
 *
 *     SEXTON_URL=http://localhost:3000 SEXTON_KEY=sx_live_… npx tsx examples/record-a-gift.ts 150050
 */
import { randomUUID } from 'node:crypto'

/** A gift as POST /api/v1/contributions takes it; the amount is in minor units. */
export interface Gift {
  amount: number
  person_id?: number
  fund_id?: number
  method?: string
  given_on?: string
  reference?: string
}

const pause = (seconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, seconds * 1000))

/** @returns the contribution; @throws Error with the API's sentence when it refuses the gift */
export async function recordGift(url: string, key: string, gift: Gift, attempts = 5): Promise<{ id: number }> {
  const idempotencyKey = randomUUID()
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(`${url}/api/v1/contributions`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': idempotencyKey,
        },
        body: JSON.stringify(gift),
      })
      const answer = (await response.json()) as { ok: boolean; message?: string; errors?: object; data: { id: number } }
      if (answer.ok) return answer.data
      const again = response.status === 429 || response.status >= 500
      if (!again || attempt === attempts) throw new Refused(`${answer.message} ${JSON.stringify(answer.errors ?? {})}`)
      await pause(Number(response.headers.get('Retry-After') ?? 1))
    } catch (error) {
      // The connection broke: whether the gift was recorded is unknown, and it does not matter.
      if (error instanceof Refused || attempt === attempts) throw error
      await pause(attempt)
    }
  }
}

class Refused extends Error {}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { SEXTON_URL = 'http://localhost:3000', SEXTON_KEY = '' } = process.env
  const gift = await recordGift(SEXTON_URL, SEXTON_KEY, { amount: Number(process.argv[2] ?? 1000), method: 'cash' })
  console.log(gift)
}
