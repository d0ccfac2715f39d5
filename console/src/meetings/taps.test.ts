/** Taps are shown at once, saved one after the other, and neither lost nor taken back by what others tap. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder, Taps } from './taps.ts'

interface Sent {
  key: string
  more: number
  answer(value: number): void
  fail(): void
}

const settled = () => new Promise<void>(done => setImmediate(done))

/** Counts, whose taps the test answers itself. */
function counts(isKept = false) {
  const sent: Sent[] = []
  const refused: string[] = []
  const taps = new Taps<string, number, number>({
    apply: (known = 0, more) => known + more,
    join: (first, then) => first + then,
    send: (key, more) =>
      new Promise((answer, reject) => void sent.push({ key, more, answer, fail: () => reject(new Error('no')) })),
    isKept: () => isKept,
    refused: key => void refused.push(key),
  })
  return { taps, sent, refused, next: () => sent.shift() ?? assert.fail('nothing was sent') }
}

test('a tap is shown at once, and what is tapped meanwhile is sent as one', async () => {
  const { taps, sent, next } = counts()
  for (const _ of [1, 2, 3]) taps.tap('men', 1)
  assert.equal(taps.get('men'), 3)
  const first = next()
  assert.deepEqual([first.more, sent.length], [1, 0])
  // Somebody else counted ten.
  first.answer(11)
  await settled()
  assert.equal(taps.get('men'), 13)
  assert.equal(next().more, 2)
})

test('what was read before a tap was answered does not take it back', async () => {
  const { taps, next } = counts()
  const before = inOrder()
  taps.tap('men', 1)
  taps.learn([['men', 0]], before)
  assert.equal(taps.get('men'), 1)
  next().answer(1)
  await settled()
  taps.learn([['men', 0]], before)
  assert.equal(taps.get('men'), 1)
  taps.learn([['men', 5]], inOrder())
  assert.equal(taps.get('men'), 5)
})

test('a tap that is refused is taken back, with those after it, and said', async () => {
  const { taps, refused, next } = counts()
  taps.learn([['men', 4]], inOrder())
  taps.tap('men', 1)
  taps.tap('men', 1)
  next().fail()
  await settled()
  assert.deepEqual([taps.get('men'), refused, taps.kept()], [4, ['men'], 0])
})

test('a tap that found no server stays, and is sent again with what came after', async () => {
  const { taps, refused, next } = counts(true)
  taps.tap('men', 1)
  taps.tap('men', 1)
  next().fail()
  await settled()
  assert.deepEqual([taps.get('men'), refused, taps.kept()], [2, [], 1])
  taps.again()
  const again = next()
  assert.equal(again.more, 2)
  again.answer(2)
  await settled()
  assert.deepEqual([taps.get('men'), taps.kept()], [2, 0])
})

test('only those who watch a key are told of it', async () => {
  const { taps } = counts()
  const told: string[] = []
  taps.onKey('men', () => told.push('men'))
  const end = taps.onKey('women', () => told.push('women'))
  taps.tap('women', 1)
  end()
  taps.tap('women', 1)
  assert.deepEqual(told, ['women'])
})

test('a tap is kept before it is sent, also one that waits for the answer to another', async () => {
  const done: string[] = []
  let answer: (value: string) => void = assert.fail
  const taps = new Taps<string, string, string>({
    apply: (_known, state) => state,
    join: (_first, then) => then,
    keep: (key, state) => void done.push(`kept ${key} ${state}`),
    send(key, state) {
      done.push(`sent ${key} ${state}`)
      return new Promise(resolve => {
        answer = resolve
      })
    },
    isKept: () => true,
    refused: assert.fail,
  })
  taps.tap('Ada', 'present')
  taps.tap('Ada', 'absent')
  assert.deepEqual(done, ['kept Ada present', 'sent Ada present', 'kept Ada absent'])
  answer('present')
  await settled()
  assert.deepEqual(done.slice(3), ['sent Ada absent'])
})
