/** A link for unsubscribing is good for the one message that it was made for (decisions, Messages). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { unsubscribeUrl } from '../../src/modules/messaging/unsubscribe.ts'
import { Vault } from '../../src/vault.ts'
import { written } from '../isolation/rows.ts'
import { useOutbox } from '../support/messaging.ts'
import { startService, type TestChurch, type TestService } from '../support/service.ts'
import { Tally } from './tally.ts'
import { shown, wireTo } from './wire.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Sends somebody a message. @returns its id */
async function writtenTo(church: TestChurch, email: string): Promise<number> {
  await church.send('POST', '/people', { first_name: 'Ada', email })
  return (await church.send('POST', '/messages', { channel: 'email', to: email, body: 'Peace' })).json.data.id
}

test('a link that was forged, cut, changed or made for something else unsubscribes nobody', async t => {
  const tally = new Tally('forged unsubscribe links', 60)
  const [church, other] = [await service.church(), await service.church()]
  for (const one of [church, other]) await useOutbox(service, one)
  // The numbers of church and message differ, so that one in the place of the other is another link.
  const [next, mine] = [await writtenTo(church, 'bo@example.org'), await writtenTo(church, 'ada@example.org')]
  await writtenTo(other, 'eve@example.org')
  const { id } = church.church
  const { vault } = service
  const good = unsubscribeUrl(vault, '', id, mine)
  const [, signature = ''] = /\.([\w-]+)$/.exec(good) ?? []
  const stranger = new Vault({ ...service.config, secretKey: [Buffer.alloc(32, 7).toString('base64')] })
  const at = (text: string): string => `/unsubscribe/${text}`
  const changed = [...signature].map((letter, index) => {
    const instead = letter === 'A' ? 'B' : 'A'
    return `${signature.slice(0, index)}${instead}${signature.slice(index + 1)}`
  })
  const forged = [
    // The last letter of a signature holds bits that mean nothing.
    ...changed.slice(0, -1).map(one => at(`${id}.${mine}.${one}`)),
    ...[
      `${id}.${next}`,
      `${other.church.id}.${mine}`,
      `${mine}.${id}`,
      `0${id}.${mine}`,
      `${id}.0${mine}`,
      `${id}.+${mine}`,
    ].map(one => at(`${one}.${signature}`)),
    ...[
      `${id}.${mine}e0`,
      `${id}.${mine}.0`,
      `${id}. ${mine}`,
      `${id},${mine}`,
      `-${id}.${mine}`,
      `${id}.9007199254740993`,
    ].map(one => at(encodeURIComponent(`${one}.${signature}`))),
    ...[
      '',
      signature.slice(0, -1),
      `${signature}A`,
      `${signature}=`,
      signature.toLowerCase(),
      '%00',
      `${signature}%00`,
    ].map(one => at(`${id}.${mine}.${one}`)),
    ...['unsubscribed', 'console', 'callback', ''].map(use => at(`${id}.${mine}.${vault.sign(use, `${id}.${mine}`)}`)),
    unsubscribeUrl(stranger, '', id, mine),
    `${good}/more`,
    `${good}/..%2f${next}`,
    at(''),
  ]
  const ask = wireTo(service)
  const before = await written(service)
  for (const path of forged) {
    for (const method of ['GET', 'POST']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const sent = { method, path, headers, ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }) }
      const answer = await ask(sent)
      tally.note(answer.status === 404, shown(sent, answer))
    }
  }
  tally.end(t)
  assert.deepEqual(await written(service), before)
  assert.equal((await ask({ method: 'POST', path: good, body: 'List-Unsubscribe=One-Click' })).status, 200)
})
