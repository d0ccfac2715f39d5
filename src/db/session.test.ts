import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { databaseAddress } from '../../test/support/database-address.ts'
import { type Link, startProxy } from '../../test/support/proxy.ts'
import { eventually } from '../../test/support/receiver.ts'
import { sharedService } from '../../test/support/shared-service.ts'
import { Session } from './session.ts'

/** Both ends of another connection of this process. */
async function pair(t: TestContext): Promise<[near: Socket, far: Socket]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [far] = (await accepted) as [Socket]
  t.after(() => {
    near.destroy()
    server.close()
  })
  return [near, far]
}

/** What PostgreSQL sends of a notification. */
function notification(channel: string, payload: string): Buffer {
  const rest = Buffer.from(`${channel}\0${payload}\0`)
  const head = Buffer.alloc(9)
  head.write('A')
  head.writeInt32BE(8 + rest.length, 1)
  return Buffer.concat([head, rest])
}

test('a connection that broke is known to have before what came later is read, also where it had something to say', async t => {
  const service = await sharedService()
  const proxy = await startProxy(databaseAddress(service.connection))
  t.after(() => proxy.close())
  const links: Link[] = []
  proxy.watch = {
    request(_, link) {
      links.push(link)
      return false
    },
  }
  const said: string[] = []
  const session = new Session(
    { ...service.connection, host: '127.0.0.1', port: proxy.port },
    {
      channel: 'a_channel',
      presence: [1, 1],
      heard: payload => said.push(payload),
      opened: () => said.push('opened'),
      lost: () => said.push('lost'),
    },
  )
  t.after(() => session.close())
  const [near, far] = await pair(t)
  for (const last of [[], ['the last']]) {
    await eventually('it is connected', () => session.open)
    said.length = 0
    const link = links.at(-1)
    for (const payload of last) link?.client.write(notification('a_channel', payload))
    link?.cut()
    far.write('later')
    await once(near, 'data')
    assert.deepEqual([said, session.open], [[...last, 'lost'], false])
  }
})
