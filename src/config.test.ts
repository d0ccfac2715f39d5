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
