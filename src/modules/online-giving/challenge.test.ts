import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import fc from 'fast-check'
import { SECRET_KEY } from '../../../test/support/secret-key.ts'
import { readConfig } from '../../config.ts'
import { proves } from '../../lib/proof-of-work.ts'
import { Vault } from '../../vault.ts'
import { type Answered, type Challenge, issue, judge } from './challenge.ts'
import { CHALLENGE_SCRIPT } from './challenge-script.ts'
import { BUSY, CROWD, demandOf, FULL, REFUSED } from './crowd.ts'

const vault = new Vault(readConfig({ ...SECRET_KEY }))
const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1_000)
const DEMAND = { bits: 8, seconds: 60 }

function solve({ text, bits }: Challenge): string {
  for (let n = 0; ; n += 1) if (proves(text, String(n), bits)) return String(n)
}

const kind = (answered: Answered, subject = 'a', seconds = 1, demand = DEMAND): string =>
  judge(vault, { subject, ...answered }, demand, at(seconds)).kind

test('nothing is asked below the thresholds; work grows with the crowd and with an address, which is full one day', () => {
  assert.equal(demandOf({ all: CROWD - 1, own: BUSY - 1, begun: BUSY }), undefined)
  assert.deepEqual(demandOf({ all: CROWD, own: 0, begun: 0 }), { bits: 16, seconds: 60 })
  assert.deepEqual(demandOf({ all: 0, own: BUSY, begun: BUSY }), { bits: 16, seconds: 86_400 })
  assert.deepEqual(demandOf({ all: CROWD * 4, own: 0, begun: 2 }), { bits: 18, seconds: 240 })
  assert.deepEqual(demandOf({ all: 1_000_000, own: 0, begun: 0 }), { bits: 22, seconds: 60 })
  assert.deepEqual(demandOf({ all: 0, own: FULL, begun: FULL }), { bits: 22, seconds: 86_400 })
  assert.equal(demandOf({ all: 0, own: REFUSED, begun: REFUSED }), 'full')
  const crowds = fc.record({ all: fc.nat(1_000_000), own: fc.nat(REFUSED - 1), begun: fc.nat(REFUSED) })
  fc.assert(
    fc.property(crowds, crowd => {
      const demand = demandOf(crowd)
      if (demand === undefined || demand === 'full') return demand === undefined
      return demand.bits >= 16 && demand.bits <= 22 && demand.seconds >= 60
    }),
  )
})

test('an answer proves the work for its form only, and within the hour', () => {
  const challenge = issue(vault, 'a', DEMAND, at(0))
  const answered = { challenge: challenge.challenge, answer: solve(challenge) }
  assert.equal(kind(answered), 'answered')
  assert.equal(kind(answered, 'b'), 'none')
  assert.equal(kind(answered, 'a', 3_601), 'none')
  assert.equal(kind(answered, 'a', -1), 'none')
  assert.equal(kind({ ...answered, answer: `${answered.answer}0` }), 'waiting')
  for (const answer of ['', 'x', '-1', '1'.repeat(13), ' 5']) assert.equal(kind({ ...answered, answer }), 'waiting')
  const [bits, ...rest] = answered.challenge.split('.')
  assert.equal(bits, '8')
  for (const challenge of ['', 'x', ['0', ...rest].join('.'), ['8', '1800000009', rest[1]].join('.')])
    assert.equal(kind({ ...answered, challenge }), 'none', challenge)
  assert.equal(kind(answered, 'a', 1, { bits: 22, seconds: 600 }), 'answered', 'the work is as it was set')
})

test('who only waits is let in when the wait is over, which grows with what their address began meanwhile', () => {
  const { challenge } = issue(vault, 'a', DEMAND, at(0))
  const answered = { challenge, answer: '' }
  assert.equal(kind(answered, 'a', 59), 'waiting')
  assert.equal(kind(answered, 'a', 60), 'answered')
  const later = judge(vault, { subject: 'a', ...answered }, { bits: 8, seconds: 120 }, at(70))
  assert.deepEqual(later.kind === 'waiting' && [later.challenge.seconds, later.challenge.challenge], [50, challenge])
})

/** Runs the page's script as a browser would. @returns the number that it sent */
async function answerOf(text: string, bits: number): Promise<string> {
  return await new Promise(resolve => {
    const answer = { value: '' }
    const button = { hidden: false }
    const form = {
      dataset: { text, bits: String(bits) },
      elements: { answer },
      querySelector: () => button,
      submit: () => resolve(String(answer.value)),
    }
    const document = { forms: [form], getElementById: () => ({ textContent: '' }) }
    runInContext(CHALLENGE_SCRIPT, createContext({ document, performance, setTimeout }))
  })
}

test('the script of the page finds the number, for texts of any length that are asked about', async () => {
  for (let bits = 0; bits <= 16; bits += 4) {
    const { text } = issue(vault, `form ${bits}`, { bits, seconds: 60 }, at(bits))
    assert.ok(proves(text, await answerOf(text, bits), bits), `${bits} bits`)
  }
  for (const text of ['', 'a', 'x'.repeat(40)]) assert.ok(proves(text, await answerOf(text, 10), 10), text)
  assert.ok(CHALLENGE_SCRIPT.length < 2_500)
})
