import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmailAddress } from './email.ts'

test('an e-mail address is one local part and one domain', () => {
  for (const text of ['ada@example.org', 'a.b+c@mail.example.co.uk', 'ọlá@example.org', `${'a'.repeat(64)}@b.org`]) {
    assert.ok(isEmailAddress(text), text)
  }
})

test('names, lists, line breaks and control characters are no e-mail address', () => {
  const wrong = ['', 'ada', '@example.org', 'ada@example', 'Ada <ada@example.org>', 'a@b.org,c@d.org', 'a@b..org']
  for (const text of [...wrong, 'a@b.org\r\nBcc: c@d.org', 'a\u0000@b.org', `a@${'b'.repeat(250)}.org`]) {
    assert.ok(!isEmailAddress(text), text)
  }
})
