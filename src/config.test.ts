import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, describeConfig, readConfig } from './config.ts'

const SMTP = 'smtp://ada:canary-password@mail.example.org:587'

/** The message of the error that an environment leads to. */
function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  assert.fail('These settings were taken.')
}

test('mail needs an address that it comes from', () => {
  assert.match(complaint({ SEXTON_SMTP_URL: SMTP }), /^SEXTON_MAIL_FROM /)
  assert.match(complaint({ SEXTON_SMTP_URL: SMTP, SEXTON_MAIL_FROM: 'Sexton' }), /^SEXTON_MAIL_FROM /)
  const config = readConfig({ SEXTON_SMTP_URL: SMTP, SEXTON_MAIL_FROM: 'sexton@example.org' })
  assert.deepEqual([config.smtpUrl, config.mailFrom], [SMTP, 'sexton@example.org'])
  assert.deepEqual([readConfig({}).smtpUrl, readConfig({}).mailFrom], ['', ''])
})

test('the password of the mail server is in no complaint and in no list of settings', () => {
  const wrong = complaint({ SEXTON_SMTP_URL: `${SMTP}/inbox`, SEXTON_MAIL_FROM: 'sexton@example.org' })
  assert.match(wrong, /^SEXTON_SMTP_URL /)
  const shown = describeConfig(readConfig({ SEXTON_SMTP_URL: SMTP, SEXTON_MAIL_FROM: 'sexton@example.org' }))
  assert.equal(shown.find(({ name }) => name === 'SEXTON_SMTP_URL')?.value, '(set)')
  assert.doesNotMatch(wrong + JSON.stringify(shown), /canary/)
})

test('the public address is the start of one, with nothing behind it: Sexton lives at the root of a name', () => {
  for (const [given, taken] of [
    ['https://records.example.org', 'https://records.example.org'],
    ['https://Records.Example.org:443/', 'https://records.example.org'],
    ['http://192.0.2.1:8080', 'http://192.0.2.1:8080'],
  ] as const) {
    assert.equal(readConfig({ SEXTON_BASE_URL: given }).baseUrl, taken)
  }
  for (const given of ['https://example.org/records', 'https://example.org/?a']) {
    assert.match(
      complaint({ SEXTON_BASE_URL: given }),
      /^SEXTON_BASE_URL must be the start .* https:\/\/example\.org, /,
    )
  }
  const named = complaint({ SEXTON_BASE_URL: 'https://ada:canary@example.org' })
  assert.match(named, /^SEXTON_BASE_URL must be an address without a user name .* https:\/\/example\.org\.$/)
  for (const given of ['postgres://ada:canary@db/x', 'ada:canary@example.org', 'https://ada:can#ary@example.org'])
    assert.doesNotMatch(named + complaint({ SEXTON_BASE_URL: given }), /canary|can#ary/)
  for (const given of ['records.example.org', 'ftp://example.org', 'https://']) {
    assert.match(complaint({ SEXTON_BASE_URL: given }), /^SEXTON_BASE_URL must be an address such as /)
  }
})
