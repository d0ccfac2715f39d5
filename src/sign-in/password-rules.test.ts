/** Which new passwords are refused, and that judging one is quick whatever is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf } from './password-rules.ts'

const NAMES = ['Grace Church', 'Ngozi Obi', 'ngozi.obi@example.org']

test('what is guessed early is refused: digits in a row, common words, keys side by side, their names', async () => {
  for (const weak of [
    '123456789012345',
    '111111111111111',
    'Password12345678',
    'iloveyouiloveyou',
    'qwertyuiopasdfgh',
    'abcdefghijklmnop',
    'gracechurchgrace',
    'Ngozi Obi Ngozi',
    'ngozi.obi@example.org',
    'p@ssw0rdp@ssw0rd',
    'a'.repeat(100),
  ]) {
    assert.match((await problemOf(weak, NAMES)) ?? '', /^is too easy to guess/, weak)
  }
})

test('a few words, or what a password manager makes, are good, also where a name is among them', async () => {
  for (const good of [
    'a few words that are easy',
    'rain on the tin roof',
    'I love my grace church',
    'zKq84hsl2mcPqwz',
    `${'a'.repeat(100)}zKq84hsl2mcPqwz`,
  ]) {
    assert.equal(await problemOf(good, NAMES), undefined, good)
  }
})

test('fifteen characters are the fewest, a hundred and twenty-eight the most', async () => {
  const said = 'must be 15 to 128 characters; a few words are easy to remember'
  assert.equal(await problemOf('zKq84hsl2mcPqw', []), said)
  assert.equal(await problemOf('zKq84hsl2mcPqwz9'.repeat(8), []), undefined)
  assert.equal(await problemOf(`${'zKq84hsl2mcPqwz9'.repeat(8)}x`, []), said)
})
