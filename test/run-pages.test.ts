/** The pages on running Sexton (docs/run): their commands, settings, links and files are those that there are. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { describeConfig, ROOT, readConfig } from '../src/config.ts'
import { cli } from './support/cli.ts'
import { blockOf, CADDY } from './support/web-proxies.ts'

const FOLDER = path.join(ROOT, 'docs/run')
const PAGES = readdirSync(FOLDER).filter(name => name.endsWith('.md'))
const FILES = ['Dockerfile', 'docs/run/files/sexton.env', 'docs/run/files/sexton.service']
const page = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8')

const scratch = mkdtempSync(path.join(os.tmpdir(), 'sexton-pages-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

/** Command lines of a page, each from the name of the program on. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block)
  const lines = blocks.flatMap(block => block.replaceAll(/\\\n\s*/g, ' ').split('\n'))
  const program = /^\s*sexton (\S.*)$|node bin\/sexton\.mjs (\S.*)$|^\s*docker run --rm .* sexton (restore .*)$/
  return lines.flatMap(
    line =>
      program
        .exec(line)
        ?.slice(1)
        .find(found => found !== undefined) ?? [],
  )
}

const NAMED = /^(?:[a-z]+(?:-[a-z]+)*)$/

for (const name of PAGES) {
  test(`${name}: its commands are there, with these options`, async () => {
    for (const line of commandsOf(page(name))) {
      if (line === '--version') continue
      const words = line.split(' ').filter(word => NAMED.test(word))
      // A group is followed by a command; what follows a command is its argument.
      const [first = '', second = ''] = words
      const group = await cli('', [first, '--help'])
      assert.equal(group.code, 0, line)
      const inner = new RegExp(`^  ${second}\\b`, 'm').test(group.stdout.split('Commands:')[1] ?? '')
      const help = inner && second !== '' ? await cli('', [first, second, '--help']) : group
      for (const option of line.match(/--[a-z-]+/g) ?? []) assert.ok(help.stdout.includes(option), `${line}: ${option}`)
    }
  })

  test(`${name}: its links lead somewhere`, () => {
    for (const [, target = ''] of page(name).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(path.join(FOLDER, target)), target)
    }
  })
}

test('the pages and their files name settings that there are', () => {
  const known = describeConfig(readConfig({})).map(one => one.name)
  const texts = [...PAGES.map(page), ...FILES.map(file => readFileSync(path.join(ROOT, file), 'utf8'))]
  for (const [setting] of texts.join('\n').matchAll(/\bSEXTON_[A-Z_]+/g)) assert.ok(known.includes(setting), setting)
})

test('the settings of the small server are good', () => {
  const lines = readFileSync(path.join(FOLDER, 'files/sexton.env'), 'utf8').split('\n')
  const set = lines.filter(line => /^(# )?[A-Z_]+=/.test(line)).map(line => line.replace('# ', '').split(/=(.*)/s))
  const config = readConfig(Object.fromEntries(set))
  assert.equal(config.baseUrl, 'https://records.example.org')
  assert.deepEqual(config.trustedProxies, ['127.0.0.1', '::1'])
})

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0

test('the unit is one that systemd takes', {
  skip: !has('systemd-analyze', '--version') && 'there is no systemd-analyze here',
}, () => {
  const unit = path.join(scratch, 'sexton.service')
  const text = readFileSync(path.join(FOLDER, 'files/sexton.service'), 'utf8')
  writeFileSync(unit, text.replace('/usr/bin/node', process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stderr, /sexton\.service/)
})

test('the Caddyfile is one that Caddy takes', { skip: CADDY.skip }, () => {
  const file = path.join(FOLDER, 'files/Caddyfile')
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
})

test('the Caddyfile is the one on the page about proxies', () => {
  const lines = readFileSync(path.join(FOLDER, 'files/Caddyfile'), 'utf8').split('\n')
  assert.equal(lines.filter(line => !/^\s*#/.test(line)).join('\n'), blockOf('Caddy'))
})
