import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUrl } from './read-url.ts'

test('an address is read as the URL standard says, and what is none is nothing', () => {
  assert.equal(readUrl('HTTPS://Bücher.example:443/a b')?.href, 'https://xn--bcher-kva.example/a%20b')
  for (const text of ['', 'example.org', '/hooks', 'https://', 'https://a b/'])
    assert.equal(readUrl(text), undefined, text)
})

test('a name in other letters is read however often addresses were read before', () => {
  const addresses = ['https://bücher.example/', 'https://example.org/', 'https://a.example/']
  const refused = new Set<string>()
  // As often as makes the engine compile what it calls.
  for (let times = 0; times < 300_000; times++) {
    const address = addresses[times % addresses.length]!
    if (readUrl(address) === undefined) refused.add(address)
  }
  assert.deepEqual([...refused], [])
})
