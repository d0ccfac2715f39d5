/**
 * How long a refusal takes does not tell whether there is somebody of an address. The clock is not asked: on a busy machine
 * it tells nothing, or something else. What takes the time is counted in its place, which is the hashing of a password: it
 * takes a hundred times as long as all the rest.
 */
import { createHook } from 'node:async_hooks'
import { after, before, test } from 'node:test'
import { member, PASSWORD } from '../support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../support/service.ts'
import { BELIEVING, browser } from './browsers.ts'
import { Tally } from './tally.ts'

let service: TestService
let church: TestChurch

before(async () => {
  service = await startService(BELIEVING)
  church = await service.church()
})
after(() => service.close())

/** Counts what is hashed in this process, which is the service's too, until the answer is there. */
async function hashesOf(ask: () => Promise<Answered>): Promise<{ hashes: number; answer: Answered }> {
  let hashes = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'SCRYPTREQUEST') hashes += 1
    },
  }).enable()
  try {
    return { answer: await ask(), hashes }
  } finally {
    hook.disable()
  }
}

/** Wrong passwords, and one that is right for whoever has an account. */
const PASSWORDS = ['not this one at all', 'x', `${PASSWORD} `, PASSWORD.toUpperCase(), 'ø'.repeat(60), '   ']

/** How an address is sent that has an account, and one that has none. */
const SPELLINGS: ((email: string) => string)[] = [email => email, email => email.toUpperCase()]

test('a sign-in that is refused hashes one password, whether the address has an account or not, and answers alike', async t => {
  const tally = new Tally('pairs of sign-ins, known and unknown', 12)
  for (const password of PASSWORDS) {
    for (const spell of SPELLINGS) {
      const attempt = (email: string) =>
        hashesOf(() => browser(service).ask('POST', '/auth/sign-in/email', { email: spell(email), password }))
      // Somebody else each time: whose password was guessed wrongly is braked.
      const { email } = await member(service, church, 'viewer')
      const [one, other] = [await attempt(email), await attempt(email.replace('viewer', 'nobody'))]
      const alike = one.answer.status === other.answer.status && one.answer.text === other.answer.text
      const shown = `${one.hashes} ${one.answer.text}; ${other.hashes} ${other.answer.text}`
      tally.note(alike && one.hashes === other.hashes && one.hashes === 1, shown)
    }
  }
  tally.end(t)
})
