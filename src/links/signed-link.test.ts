/** Signed links: what an address names, and what it does not (decision 0024). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Vault } from '../vault.ts'
import { signedLink } from './signed-link.ts'

const vault = new Vault({ secretKey: ['one key of at least thirty-two letters'], dataDir: 'none' })
const count = signedLink({ kind: 'count', table: 'meetings' })
const other = signedLink({ kind: 'report', table: 'meetings' })

/** Of an earlier version of Sexton: addresses that were given out still work after an upgrade. */
const GIVEN = '7.12.3.1799999999.SsJKlZyssKilfi-dAtycZ8D1'
const expires = new Date(1_799_999_999_000)
const before = new Date(expires.getTime() - 1)
const named = { church: 7, record: 12, version: 3 }

test('an address has one form for ever, and names its record until the second it is over', () => {
  assert.deepEqual(count.address(vault, named, new Date(expires.getTime() + 999)), {
    path: `/my/count/${GIVEN}`,
    expires,
  })
  assert.deepEqual(count.read(vault, [GIVEN], before), named)
  assert.equal(count.read(vault, [GIVEN], expires), undefined)
})

test('no part of an address can be changed, and none is good for another kind', () => {
  const parts = GIVEN.split('.')
  const changed = parts.map((part, at) => {
    const other = at === parts.length - 1 ? `${part.slice(0, -1)}x` : String(Number(part) + 1)
    return parts.with(at, other).join('.')
  })
  for (const wrong of [...changed, `0${GIVEN}`, `${GIVEN}.`, `${GIVEN}=`, GIVEN.toLowerCase(), '', '....']) {
    assert.equal(count.read(vault, [wrong], before), undefined, wrong)
  }
  assert.equal(other.read(vault, [GIVEN], before), undefined)
  assert.equal(count.read(vault, [GIVEN, 'more'], before), undefined)
  assert.equal(count.read(vault, [], before), undefined)
})
