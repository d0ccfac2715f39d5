/** What goes the other way in the console where lines run from right to left. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openConsole, SKIP as skip } from './support/console-page.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  if (skip) return
  service = await startService()
})
after(() => service?.close())

test('in a roll the arrow keys lead to the button on their side, in Arabic as well', { skip }, async () => {
  const church = await service.church()
  const { id: person_id } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  const day = { held_on: new Date().toISOString().slice(0, 10), local_time: '00:00', minutes: 1_440, timezone: 'UTC' }
  const { id: meeting_id } = (await church.send('POST', '/meetings', { name: 'Emmanuel', ...day })).json.data
  assert.equal((await church.send('POST', '/attendances', { meeting_id, person_id, state: 'present' })).status, 201)
  for (const locale of ['en', 'ar']) {
    const opened = await openConsole(service, church, { email: `${locale}@example.org` }, { locale })
    await opened.load(`/meetings/${meeting_id}`, /./)
    const { page } = opened
    const buttons = page.locator('.roll-row', { hasText: 'Ada' }).getByRole('button')
    const place = async (at: number): Promise<number> => (await buttons.nth(at).boundingBox())?.x ?? assert.fail()
    const focused = page.locator('.roll-row button:focus')
    const left = (await place(0)) < (await place(1)) ? 0 : 1
    await buttons.nth(left).focus()
    await page.keyboard.press('ArrowRight')
    assert.equal((await focused.boundingBox())?.x, await place(1 - left), `${locale}, to the right`)
    await page.keyboard.press('ArrowLeft')
    assert.equal((await focused.boundingBox())?.x, await place(left), `${locale}, to the left`)
    await opened.close()
  }
})
