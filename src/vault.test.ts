import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { eventually } from '../test/support/receiver.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { sql } from './db/sql.ts'
import type { SealedFor } from './sealed-column.ts'
import { Vault } from './vault.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-vault-'))
let service: TestService
before(async () => {
  service = await startService()
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const [ONE, OTHER] = ['one key of at least thirty-two letters', 'other key of at least thirty-two letters']
/** What no column is declared for: these texts are not stored. */
const USE = 'use' as SealedFor
const vault = (...secretKey: string[]): Vault => new Vault({ secretKey, dataDir: folder })

test('a sealed text shows nothing of itself and opens again, also beside a newer key', () => {
  const sealed = vault(ONE).seal(7, USE, 'the secret ẹ')
  assert.doesNotMatch(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1'), /secret/)
  assert.notEqual(vault(ONE).seal(7, USE, 'the secret ẹ'), sealed)
  assert.equal(vault(OTHER, ONE).open(7, 'use', sealed), 'the secret ẹ')
})

test('what is sealed alike is the same each time, shows nothing either, and opens the same way', () => {
  const alike = (use: string, text: string): string => vault(ONE).sealAlike(7, use, text)
  const sealed = alike('use', 'the secret ẹ')
  assert.equal(alike('use', 'the secret ẹ'), sealed)
  assert.equal(vault(ONE).open(7, 'use', sealed), 'the secret ẹ')
  assert.doesNotMatch(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1'), /secret/)
  // Another text, use or church has another beginning (the nonce), or the same key stream would be used twice.
  const nonceOf = (text: string): string => text.split('.')[2]?.slice(0, 16) ?? ''
  const others = [
    alike('use', 'the secret e'),
    alike('other', 'the secret ẹ'),
    vault(ONE).sealAlike(8, 'use', 'the secret ẹ'),
  ]
  assert.equal(new Set([sealed, ...others].map(nonceOf)).size, 4)
  assert.throws(() => vault(ONE).open(8, 'use', sealed), /changed outside/)
})

test('it opens for no other church and no other use, not with another key, and not when it was changed', () => {
  const sealed = vault(ONE).seal(7, USE, 'x')
  assert.throws(() => vault(ONE).open(8, 'use', sealed), /changed outside/)
  assert.throws(() => vault(ONE).open(7, 'other', sealed), /changed outside/)
  assert.throws(() => vault(OTHER).open(7, 'use', sealed), /SEXTON_SECRET_KEY/)
  assert.throws(() => vault(ONE).open(7, 'use', `${sealed.slice(0, -2)}AA`), /changed outside/)
})

test('without a setting the key is a file that nobody else may read, made once', () => {
  const dataDir = path.join(folder, 'data')
  const sealed = new Vault({ secretKey: [], dataDir }).seal(1, USE, 'x')
  assert.equal(new Vault({ secretKey: [], dataDir }).open(1, 'use', sealed), 'x')
  assert.equal(statSync(path.join(dataDir, 'secret-key')).mode & 0o777, 0o600)
  writeFileSync(path.join(dataDir, 'secret-key'), '')
  assert.throws(() => new Vault({ secretKey: [], dataDir }).seal(1, USE, 'x'), /holds no key/)
})

test('a signature is for one use and one text; those of an older key hold', () => {
  const signed = vault(ONE).sign('unsubscribe', '1.2')
  assert.equal(vault(OTHER, ONE).verify('unsubscribe', '1.2', signed), true)
  for (const [use, text] of [
    ['unsubscribe', '1.3'],
    ['other', '1.2'],
  ] as const) {
    assert.equal(vault(ONE).verify(use, text, signed), false)
  }
  assert.equal(vault(OTHER).verify('unsubscribe', '1.2', signed), false)
  assert.equal(vault(ONE).verify('unsubscribe', '1.2', signed.slice(1)), false)
})

test('a process with another key than the database has is told so', async () => {
  await new Vault(service.config).agree(service.database)
  await assert.rejects(vault(OTHER).agree(service.database), /sealed with another key/)
})

test('the key is turned over only when whoever seals with it has committed, so that nothing is missed', async () => {
  const mine = new Vault(service.config)
  const both = vault(OTHER, service.config.secretKey[0] ?? '')
  const order: string[] = []
  let turned: Promise<unknown> = Promise.resolve()
  await service.database.write(0, async tx => {
    await mine.agreeWithin(tx)
    turned = service.database.write(0, other => both.turnOver(other)).then(() => order.push('turned over'))
    await eventually('it waits', async () => {
      const waiting = await service.database.read.first(sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and query like 'update vault_key%'`)
      return waiting !== undefined
    })
    order.push('sealed')
  })
  await turned
  assert.deepEqual(order, ['sealed', 'turned over'])
  await service.database.write(0, tx => mine.turnOver(tx))
})

test('the key that the database agreed on seals until it is turned over, whatever comes first in the setting', async () => {
  const both = vault(OTHER, service.config.secretKey[0] ?? '')
  await both.agree(service.database)
  const sealed = both.seal(1, USE, 'x')
  assert.equal(new Vault(service.config).open(1, 'use', sealed), 'x')
  await service.database.write(0, tx => both.turnOver(tx))
  assert.throws(() => new Vault(service.config).open(1, 'use', both.seal(1, USE, 'x')), /another key/)
  await assert.rejects(new Vault(service.config).agree(service.database), /another key/)
  await vault(OTHER).agree(service.database)
})
