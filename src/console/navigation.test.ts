import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { HOUSE, houseOf } from '../house.ts'
import { ROOT } from '../installation.ts'
import { MODULES } from '../modules/index.ts'
import { module } from '../resource/module.ts'
import type { ShownGroup } from '../resource/navigation.ts'
import type { Role } from '../resource/roles.ts'
import { atThumbFor, navigationFor } from './navigation.ts'

const seenBy = (role: Role, { limited = false, on = HOUSE.optional } = {}): ShownGroup[] =>
  navigationFor(HOUSE, role, HOUSE.permissionsOf(role, limited, on), on)

const paths = (groups: readonly ShownGroup[]): string[] => groups.flatMap(({ items }) => items.map(item => item.path))

test('home stands alone on top, the settings last, and no heading is without items', () => {
  const groups = seenBy('owner')
  assert.deepEqual(groups[0], { items: [{ label: 'Home', path: '', icon: 'home' }] })
  assert.deepEqual(
    groups.slice(1).map(({ label }) => label),
    [
      'People',
      'Sunday',
      'Sunday school',
      'Groups',
      'Giving',
      'Online giving',
      'Bookkeeping',
      'Messages',
      'Ministry',
      'Settings',
    ],
  )
  assert.deepEqual(
    groups.at(1)?.items.map(({ label }) => label),
    ['People', 'Families', 'Branches', 'Tasks'],
  )
  for (const role of ['viewer', 'helper'] as const) {
    assert.ok(
      seenBy(role).every(({ items }) => items.length > 0),
      role,
    )
  }
})

test('what is done together stands together, and no item alone for who sees everything', () => {
  const groups = seenBy('owner').slice(1)
  const at = (wanted: string) => groups.find(({ label }) => label === wanted)?.items.map(({ label }) => label)
  assert.deepEqual(at('Sunday school'), ['Classes today', 'Classes', 'Class sessions', 'School years', 'Promotions'])
  assert.deepEqual(at('Messages'), ['Messages', 'Inbox', 'SMS units'])
  assert.deepEqual(at('Online giving'), ['Online gifts', 'Refunds', 'Recurring gifts'])
  assert.deepEqual(
    groups.filter(({ items }) => items.length < 2 || items.length > 10),
    [],
  )
})

test('somebody finds what they may follow, and nothing else', () => {
  assert.ok(paths(seenBy('finance')).includes('/contributions/new'))
  assert.ok(!paths(seenBy('staff')).some(one => one.startsWith('/contributions')))
  // The exchange rates are the whole church's.
  assert.ok(paths(seenBy('finance')).includes('/rates'))
  assert.deepEqual(
    paths(seenBy('helper')).filter(one => ['', '/people', '/settings/team'].includes(one)),
    [],
  )
  assert.ok(paths(seenBy('helper')).includes('/groups'))
})

test('a module that is off has nothing there', () => {
  const off = paths(seenBy('owner', { on: [] }))
  for (const one of ['/teach', '/groups', '/reports', '/report-offerings', '/gifts', '/prayer_requests']) {
    assert.ok(!off.includes(one), one)
  }
  assert.ok(off.includes('/people'))
})

test('every item leads to a list that is drawn, or to a page that there is', () => {
  const pages = readFileSync(path.join(ROOT, 'console/src/church-pages.tsx'), 'utf8')
  const drawn = MODULES.flatMap(({ resources }) => resources.map(({ name }) => `/${name}`))
  const missing = paths(seenBy('owner')).filter(one => !drawn.includes(one) && !pages.includes(`'${one}'`))
  assert.deepEqual(missing, [])
  assert.equal(new Set(paths(seenBy('owner'))).size, paths(seenBy('owner')).length)
})

test('each role has at the thumb what it does most, not more than four, and nothing that it may not', () => {
  const at = (role: Role, on = HOUSE.optional): string[] =>
    atThumbFor(HOUSE, role, HOUSE.permissionsOf(role, false, on), on).map(({ label }) => label)
  assert.deepEqual(at('owner'), ['Home', 'New gift', 'to do|Count', 'People'])
  assert.deepEqual(at('finance'), ['Home', 'New gift', 'to do|Count', 'People'])
  assert.deepEqual(at('staff'), ['Home', 'People', 'New person', 'New prayer'])
  assert.deepEqual(at('viewer'), ['Home', 'People', 'Groups', 'Meetings'])
  assert.deepEqual(at('helper'), ['Groups', 'Meetings', 'Classes today'])
  assert.deepEqual(at('staff', []), ['Home', 'People', 'New person', 'Meetings'])
})

test('a page that nobody could ever see is refused', () => {
  const page = { label: 'Moon', path: '/moon', icon: 'home', may: 'moon:read' } as const
  const moon = module({ name: 'moon', title: 'Moon', resources: [], navigation: [page] })
  assert.throws(() => houseOf([moon]), /\/moon is for those who have moon:read/)
})
