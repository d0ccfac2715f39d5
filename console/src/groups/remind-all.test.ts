/** What is said when all are reminded: it is true of who cannot be reached, and of a part that failed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remindAll } from './remind-all.ts'

const NONE = { reminded: 0, already: 0, without_address: 0, not_due: 0 }

/** What is said of so many meetings, by what became of each part; where nothing is left it fails. */
const said = (many: number, ...answers: Partial<typeof NONE>[]) =>
  remindAll(Array(many).fill(1), async () => {
    const answer = answers.shift()
    return answer && { ...NONE, ...answer }
  })

test('who cannot be written to is told apart from what is handed in', async () => {
  assert.equal(
    await said(201, { without_address: 200 }, { without_address: 1 }),
    'Nobody was reminded. Of 201 groups no leader can be written to.',
  )
  assert.equal(
    await said(201, { reminded: 199, without_address: 1 }, { already: 1 }),
    'Leaders are reminded, each at most once a day. Of 1 group no leader can be written to.',
  )
  assert.equal(
    await said(3, { without_address: 1, not_due: 2 }),
    'Nobody was reminded. Of 1 group no leader can be written to. 2 reports are handed in by now, or their meetings were more than 60 days ago.',
  )
  assert.equal(await said(2, { reminded: 1, not_due: 1 }), 'Leaders are reminded, each at most once a day.')
})

test('where a later part fails it is said how many were reached before', async () => {
  assert.equal(
    await said(401, { reminded: 190, already: 5 }, { reminded: 5 }),
    '200 leaders are reminded, and then it stopped. Choose it again for the others: nobody is reminded twice a day.',
  )
  assert.equal(await said(401), undefined)
})
