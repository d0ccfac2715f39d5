import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOrigin } from './origin.ts'

test('an origin is scheme, host and port, written as browsers send it, whatever else an address has', () => {
  const origins: Record<string, string> = {
    'https://www.example.org': 'https://www.example.org',
    ' HTTPS://WWW.Example.org/ ': 'https://www.example.org',
    'https://example.org:443': 'https://example.org',
    'https://example.org:8443': 'https://example.org:8443',
    'https://ìjọ.example': new URL('https://ìjọ.example').origin,
    'http://localhost:5173': 'http://localhost:5173',
    'http://127.0.0.1:3000': 'http://127.0.0.1:3000',
    'http://[::1]:3000': 'http://[::1]:3000',
    'https://localhost': 'https://localhost',
    'https://example.org/give': 'https://example.org',
    'https://example.org//': 'https://example.org',
    'https://example.org:8443/give/?fund=1#top': 'https://example.org:8443',
    'https://example.org?x': 'https://example.org',
    'https://example.org#x': 'https://example.org',
    'https://example.org/@grace': 'https://example.org',
    'http://localhost:5173/form.html': 'http://localhost:5173',
    'www.Example.org/give': 'https://www.example.org',
    'example.org': 'https://example.org',
  }
  for (const [text, origin] of Object.entries(origins)) assert.equal(readOrigin(text), origin, text)
})

test('what has a wildcard or a user, and http on other hosts, has none', () => {
  const bad = [
    '',
    '*',
    'null',
    'grace',
    'localhost:5173',
    'example.org:8443',
    'user@example.org',
    'javascript:alert(1)',
    '//example.org',
    'http://example.org',
    'http://localhost.example.org',
    'https://*.example.org',
    'https://*',
    'https://user@example.org',
    'https://example.org:99999',
    'https://exa mple.org',
    'https://example.org\\give',
    'ftp://example.org',
    'file:///home',
    'capacitor://localhost',
    'https://',
  ]
  for (const text of bad) assert.equal(readOrigin(text), undefined, text)
})
