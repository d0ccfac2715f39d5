/** A button on a record is one declaration (docs/add-a-module.md, A button on a record): what it asks, demands and says. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from '../support/console.ts'
import { openConsole, SKIP } from '../support/console-page.ts'
import type { TestChurch, TestService } from '../support/service.ts'
import { commandOf, startInstallation } from './installation.ts'

let service: TestService
let church: TestChurch

before(async () => {
  service = await startInstallation()
  church = await service.church()
})
after(() => service.close())

const add = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/lost_items', { name: 'A watch', found_on: '2026-03-01', ...body })).json.data.id

test('what is demanded of people may be left out at the terminal, where the record is named when it is done', async () => {
  const [id, other] = [await add(), await add({ name: 'A hat' })]
  const staff = await member(service, church, 'staff')
  const give = (input: object) => staff.inChurch('POST', '/actions/lost_items.give_away', { id, ...input })
  assert.deepEqual((await give({})).json.errors, { note: 'is required' })
  assert.equal((await give({ note: 'To the shelter' })).json.data.status, 'withdrawn')
  const said = await commandOf(service, 'lost', 'give-away', String(other), '--church', church.church.slug)
  assert.equal(said, 'A hat was given away.\n')
})

test('its dialog names the record, and asks for what the record has a use for', { skip: SKIP }, async () => {
  const [worth, worthless] = [await add({ value: 50_000 }), await add({ name: 'A glove' })]
  const console = await openConsole(service, church)
  const { page, goTo } = console
  try {
    for (const [id, name] of [
      [worth, 'A watch'],
      [worthless, 'A glove'],
    ] as const) {
      await goTo(`/lost_items/${id}`, new RegExp(name))
      await page.getByRole('button', { name: 'Give away…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Did nobody come for it?' })
      await dialog.getByText(new RegExp(`^${name}, found on .*Mar.*2026, goes to somebody else`)).waitFor()
      assert.equal(await dialog.getByLabel('Sold for').count(), id === worth ? 1 : 0)
      assert.equal(await dialog.getByLabel('Where it went').getAttribute('required'), '')
      await dialog.getByLabel('Where it went').fill('To the shelter')
      await dialog.getByRole('button', { name: 'Give away' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(`${name} was given away.`).waitFor()
      assert.equal((await church.send('GET', `/lost_items/${id}`)).json.data.note, 'To the shelter')
    }
    assert.deepEqual(console.complaints, [])
  } finally {
    await console.close()
  }
})
