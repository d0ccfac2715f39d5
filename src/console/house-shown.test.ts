import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUSE } from '../house.ts'

const RESOURCES = HOUSE.modules.flatMap(({ resources }) => resources)

test('pages show each list by an order that it can be asked for', () => {
  for (const { name, list } of RESOURCES) {
    const { shownBy } = list
    if (shownBy !== undefined) assert.ok([...list.sorts, 'id', '-id'].includes(shownBy), `${name}: ${shownBy}`)
  }
})

test('what is chosen by typing has a search, and what tells it from others is said of it', () => {
  for (const { name, fields, list, chosen, title = '' } of RESOURCES) {
    if (chosen === undefined) continue
    assert.ok(fields[title] !== undefined, `${name} has no title`)
    if (chosen.from === 'typed') assert.ok(list.filters.q !== undefined, `${name} has no search`)
    for (const field of (chosen.by ?? []).flat()) assert.ok(fields[field] !== undefined, `${name}: ${field}`)
  }
})

test('what the search for everything finds has columns to be found by, and fields that tell it from others', () => {
  const found = RESOURCES.filter(one => one.found !== undefined)
  for (const { name, fields, chosen, found: { by, part, whole } = {} } of found) {
    assert.ok(part !== undefined || whole !== undefined, `${name} is found by nothing`)
    for (const field of (by ?? chosen?.by ?? []).flat()) assert.ok(fields[field] !== undefined, `${name}: ${field}`)
  }
})
