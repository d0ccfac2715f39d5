/** Takes an import back at once, by the steps of the round that every node makes once a second (import-undo.test.ts waits for that). */
import assert from 'node:assert/strict'
import { HOUSE } from '../../src/house.ts'
import { findChurch } from '../../src/modules/church/churches.ts'
import { takeBackSome } from '../../src/modules/imports/take-back-step.ts'
import { undoImport } from '../../src/modules/imports/undo-import.ts'
import { stepsOn } from '../../src/resource/step.ts'
import type { TestChurch, TestService } from './service.ts'

/** What became of the records of an import that was taken back. */
interface Undone {
  status: string
  reversed: number
  kept: number
}

/** Asks for it as the command line does, and does it. */
export async function takenBack(
  { database }: Pick<TestService, 'database'>,
  church: TestChurch,
  id: number,
): Promise<Undone> {
  await church.act(undoImport, { id })
  const found = (await findChurch(database, church.church.slug)) ?? assert.fail('There is no such church.')
  const take = stepsOn(database, { now: () => new Date() }, HOUSE)
  while (await take(takeBackSome, found, { id, house: HOUSE }));
  const undone: Undone = (await church.send('GET', `/imports/${id}`)).json.data
  assert.equal(undone.status, 'undone')
  return undone
}
