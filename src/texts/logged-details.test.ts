import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesOf } from '../../test/support/source-tree.ts'
import { HOUSE } from '../house.ts'
import { languageNamed } from './catalogues.ts'
import { LOGGED_DETAILS, type Logged, type LoggedDetail, type OnlyLogged } from './logged-details.ts'
import { languages } from './names.ts'
import { knownState } from './value-words.ts'

/** As a declaration keeps its details, and as they are noted while an action runs. */
const keep = <Kept extends object = Logged>(detail: Kept & OnlyLogged<Kept>): object => detail

// What the type check refuses (npm run check): each of these keeps a detail that pages have no label of.
// @ts-expect-error No label.
keep({ colour: 'red' })
// @ts-expect-error One has a label, the other has not.
keep({ role: 'owner', colour: 'red' })
// @ts-expect-error It comes from elsewhere.
keep({ role: 'owner', ...{ colour: 'red' } })
// @ts-expect-error It is there at times.
keep({ ...(process.argv.length > 100 && { colour: 'red' }) })
keep({ role: 'owner', ...(process.argv.length > 100 && { branch_id: 1 }) })

test('lines of the audit log are written in one file, which takes no detail without a label', () => {
  const writing = sourcesOf('src').filter(({ text }) => /insert into audit_log/i.test(text))
  assert.deepEqual(
    writing.map(({ name }) => name),
    ['resource/audit-log.ts'],
  )
  const kept = [...(writing[0]?.text.matchAll(/\bdetail\??: (\w+)/g) ?? [])]
  assert.ok(kept.length > 0)
  for (const detail of kept) assert.equal(detail[1], 'Logged')
})

test('choices that the audit log keeps have words in every language', () => {
  const details: Readonly<Record<string, LoggedDetail>> = LOGGED_DETAILS
  const resources = HOUSE.modules.flatMap(module => module.resources)
  const kept = HOUSE.actions.flatMap(({ name: act, detail, fields }) =>
    Object.entries(fields).flatMap(([name, { spec }]) => {
      const { enum: one, items } = spec.output as { enum?: string[]; items?: { enum?: string[] } }
      const isTold = detail !== undefined && ['word', 'state'].includes(details[name]?.as ?? '')
      const of = resources.find(resource => act.startsWith(`${resource.name}.`))?.words.one ?? null
      return isTold ? (one ?? items?.enum ?? []).map(value => ({ act, name, value, of })) : []
    }),
  )
  assert.ok(kept.length > 40)
  for (const language of languages().filter(name => name !== 'en' && !name.includes('-x-'))) {
    const spoken = languageNamed(language)
    const untold = kept.filter(({ value, of }) => !spoken.knows(knownState(spoken, value, of)))
    assert.deepEqual(untold, [], language)
  }
})
