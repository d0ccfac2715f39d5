import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSmtpUrl } from './smtp-url.ts'

test('the address of a mail server tells host, port, TLS and log-in', () => {
  assert.deepEqual(readSmtpUrl('smtp://ada:p%40ss%3A1@mail.example.org:2525'), {
    host: 'mail.example.org',
    port: 2525,
    secure: false,
    login: { user: 'ada', pass: 'p@ss:1' },
  })
  const bare = { host: '::1', port: undefined, secure: true, login: undefined }
  assert.deepEqual(readSmtpUrl('smtps://[::1]/'), bare)
})

test('what has another protocol, no host, or more behind the host is no address of a mail server', () => {
  const wrong = [
    'mail.example.org',
    'https://mail.example.org',
    'smtp://',
    'smtp:///x',
    'smtp://mail/x',
    'smtp://mail?pool=1',
  ]
  for (const text of [...wrong, 'smtp://ada:1#2@mail.example.org', 'smtp://ada:%zz@mail.example.org']) {
    assert.equal(readSmtpUrl(text), undefined, text)
  }
})
