import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAllowedAddress, urlProblem } from './address-guard.ts'

/** The registries of special-purpose addresses (RFC 6890 and what followed): the first and last of each range. */
const SPECIAL: [string, ...string[]][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['link-local, with the metadata of clouds', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.8', '192.0.0.170', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  ['anycast of 6to4, of AMT and of AS112', '192.88.99.1', '192.52.193.1', '192.31.196.1', '192.175.48.1'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.254', '255.255.255.255'],
  ['unspecified', '::', '0:0:0:0:0:0:0:0'],
  ['IPv4-mapped private', '::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:169.254.169.254', '::FFFF:C0A8:0001'],
  ['IPv4-compatible', '::10.0.0.1', '::7f00:1', '::127.0.0.1', '::8.8.8.8', '::0x7f.0.0.1'],
  ['IPv4-translated', '::ffff:0:10.0.0.1', '::ffff:0:8.8.8.8'],
  ['NAT64', '64:ff9b::a00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1', '64:ff9b:1:ffff::1'],
  ['discard and dummy', '100::', '100::ffff', '100:0:0:1::1'],
  ['Teredo and IETF assignments', '2001::', '2001:0:a00:1::1', '2001:1::1', '2001:1ff:ffff::1', '2001:2::1'],
  [
    'AMT, AS112, ORCHID, drone ids',
    '2001:3::1',
    '2001:4:112::1',
    '2620:4f:8000::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
  ],
  ['documentation', '2001:db8::', '2001:db8:ffff::1', '3fff::1', '3fff:fff:ffff::1'],
  ['6to4', '2002::', '2002:a00:1::1', '2002:7f00:1::', '2002:808:808::1'],
  ['segment routing', '5f00::1', '5f00:ffff::1'],
  ['never given out', '1::1', '200::1', '400::1', '4000::1', '8000::1', 'e000::1', 'f000::1'],
  ['unique local', 'fc00::', 'fd00::1', 'fdff:ffff::1'],
  ['link-local', 'fe80::', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  ['site-local', 'fec0::1', 'feff::1'],
  ['multicast', 'ff00::', 'ff02::1', 'ffff::1'],
]

for (const [name, ...addresses] of SPECIAL) {
  test(`never a private, loopback or link-local address: ${name} (${addresses[0]})`, () => {
    for (const address of addresses) {
      assert.equal(isAllowedAddress(address, false), false, address)
      assert.equal(isAllowedAddress(address, true), false, `${address}, in development`)
    }
  })
}

test('loopback is allowed in development only', () => {
  for (const address of ['127.0.0.1', '127.0.0.0', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']) {
    assert.equal(isAllowedAddress(address, false), false, address)
    assert.equal(isAllowedAddress(address, true), true, address)
  }
})

test('public addresses are allowed, up to the edges of the special ranges', () => {
  const allowed = [
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
  ]
  allowed.push('128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0')
  allowed.push('192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '203.0.114.0')
  allowed.push('223.255.255.255', '2000::1', '2001:200::1', '2001:4860:4860::8888', '2606:4700::1111', '2a00:1450::1')
  allowed.push('2003::1', '3ffe::1', '3fff:1000::1', '::ffff:8.8.8.8')
  for (const address of allowed) assert.equal(isAllowedAddress(address, false), true, address)
})

test('what is no address is not allowed', () => {
  for (const text of [
    '',
    ' ',
    'localhost',
    'example.org',
    '1.2.3.4.5',
    '8.8.8.8 ',
    '8.8.8.8/0',
    '[::1]',
    ':::',
    '1.2.3.256',
  ]) {
    assert.equal(isAllowedAddress(text, true), false, text)
  }
})

test('an IPv4 address counts the same however it is written', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.boolean(), (address, development) => {
      const expected = isAllowedAddress(address, development)
      assert.equal(isAllowedAddress(`::ffff:${address}`, development), expected)
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
      const spellings = [String(((a * 256 + b) * 256 + c) * 256 + d), [a, b, c * 256 + d].join('.')]
      spellings.push([a, b, c, d].map(byte => `0x${byte.toString(16)}`).join('.'))
      spellings.push([a, b, c, d].map(byte => `0${byte.toString(8)}`).join('.'))
      for (const spelling of spellings) {
        assert.equal(urlProblem(`https://${spelling}/`, development) === undefined, expected, spelling)
      }
    }),
  )
})

const PRIVATE = 'must not be a private, loopback or link-local address'
const SCHEME = 'must begin with https://'
const FORM = 'must be an address such as https://example.org/hooks'
const LOGIN = 'must not carry a user name or password'

/** A URL, what is wrong with it, and what is wrong with it in development. */
const URLS: [string, string | undefined, string | undefined][] = [
  ['https://example.org/hooks', undefined, undefined],
  ['https://example.org:8443/hooks?token=a', undefined, undefined],
  ['HTTPS://EXAMPLE.ORG', undefined, undefined],
  ['https://bücher.example/', undefined, undefined],
  ['https://8.8.8.8/', undefined, undefined],
  ['https://[2606:4700::1111]/', undefined, undefined],
  ['http://example.org/', SCHEME, undefined],
  ['ftp://example.org/', SCHEME, SCHEME],
  ['file:///etc/passwd', SCHEME, SCHEME],
  ['javascript:alert(1)', SCHEME, SCHEME],
  ['unix:/var/run/docker.sock', SCHEME, SCHEME],
  ['', FORM, FORM],
  ['example.org/hooks', FORM, FORM],
  ['https://', FORM, FORM],
  ['https://exa mple.org/', FORM, FORM],
  ['https://[fe80::1%25eth0]/', FORM, FORM],
  ['https://256.256.256.256/', FORM, FORM],
  ['https://example.org:99999/', FORM, FORM],
  ['https://user:pass@example.org/', LOGIN, LOGIN],
  ['https://user@example.org/', LOGIN, LOGIN],
  ['https://8.8.8.8@10.0.0.1/', LOGIN, LOGIN],
  ['https://localhost/', PRIVATE, undefined],
  ['https://LOCALHOST./', PRIVATE, undefined],
  ['https://a.localhost/', PRIVATE, undefined],
  ['https://127.0.0.1/', PRIVATE, undefined],
  ['https://127.1/', PRIVATE, undefined],
  ['https://2130706433/', PRIVATE, undefined],
  ['https://0x7f.1/', PRIVATE, undefined],
  ['https://0177.0.0.1/', PRIVATE, undefined],
  ['https://127.0.0.1./', PRIVATE, undefined],
  ['https://１２７.0.0.1/', PRIVATE, undefined],
  ['https://①②⑦.0.0.1/', PRIVATE, undefined],
  ['https://[::1]/', PRIVATE, undefined],
  ['https://[::ffff:127.0.0.1]/', PRIVATE, undefined],
  ['https://0.0.0.0/', PRIVATE, PRIVATE],
  ['https://0/', PRIVATE, PRIVATE],
  ['https://10.0.0.1/', PRIVATE, PRIVATE],
  ['https://012.0.0.1/', PRIVATE, PRIVATE],
  ['https://0xa9fea9fe/latest/meta-data/', PRIVATE, PRIVATE],
  ['https://[::ffff:10.0.0.1]/', PRIVATE, PRIVATE],
  ['https://[fd00::1]/', PRIVATE, PRIVATE],
  ['https://[64:ff9b::a00:1]/', PRIVATE, PRIVATE],
  [`https://example.org/${'a'.repeat(1_980)}`, undefined, undefined],
  [`https://example.org/${'a'.repeat(1_981)}`, 'must be at most 2,000 characters', 'must be at most 2,000 characters'],
]

test('HTTPS only, no credentials in the URL, no private address; plain HTTP and loopback in development', () => {
  for (const [url, problem, inDevelopment] of URLS) {
    assert.equal(urlProblem(url, false), problem, url)
    assert.equal(urlProblem(url, true), inDevelopment, `${url}, in development`)
  }
})

test('a name is left to the check of the address that is connected to', () => {
  for (const url of ['https://localhost.localdomain/', 'https://127.0.0.1.nip.io/', 'https://internal/']) {
    assert.equal(urlProblem(url, false), undefined, url)
  }
})
