import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fullScrypt } from '../../test/support/quick-passwords.ts'

// OWASP's cheat sheet on keeping passwords: at least 16 MiB at this parallelism; this takes 32.
const COST = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }
const HASH =
  "import('better-auth/crypto').then(async ({ hashPassword }) => console.log(await hashPassword('seven words')))"

const scrypt = promisify<string, string, number, object, Buffer>(fullScrypt)

test('a password is kept as scrypt of 16,384 rounds and 32 MiB, in every process but those of the tests', async () => {
  const kept = execFileSync(process.execPath, ['-e', HASH], { encoding: 'utf8' }).trim()
  const [salt = '', key] = kept.split(':')
  assert.equal((await scrypt('seven words', salt, 64, COST)).toString('hex'), key)
  assert.notEqual((await scrypt('seven words', salt, 64, { ...COST, N: COST.N / 2 })).toString('hex'), key)
})
