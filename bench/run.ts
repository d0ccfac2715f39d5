/** The benchmark: makes churches, loads the built service beside the yardstick, prints the tables. It fails no build. */
import { circumstances } from './circumstances.ts'
import { consoleTimes } from './console.ts'
import { crowd } from './crowd.ts'
import { type DatabaseServer, openServer } from './databases.ts'
import { giving } from './giving.ts'
import { growth } from './growth.ts'
import { imports } from './imports.ts'
import { keptLists } from './kept-lists.ts'
import { messages } from './messages.ts'
import { type Options, readOptions } from './options.ts'
import { scale } from './scale.ts'
import { sideBySide } from './side-by-side.ts'
import { starts } from './starts.ts'
import { short } from './table.ts'
import { webhooks } from './webhooks.ts'
import { week } from './week.ts'

async function requests(server: DatabaseServer, options: Options): Promise<void> {
  const churches = []
  for (const gifts of options.sizes) {
    const begun = performance.now()
    const people = Math.round(gifts * options.peoplePerGift)
    churches.push(await server.make(gifts, people))
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(`Made a church with ${short(gifts)} gifts and ${short(people)} people in ${seconds} s.`)
  }
  const largest = churches.at(-1)
  if (largest === undefined) return
  if (options.only === 'console') return await consoleTimes(largest.url, largest.church, options.extent)
  if (options.only === 'scale') return await scale(largest.url, largest.church, options)
  await sideBySide(largest.url, largest.church, options)
  if (options.only === undefined) await consoleTimes(largest.url, largest.church, options.extent)
  await growth(churches, options.requests)
  if (options.only === undefined) await scale(largest.url, largest.church, options)
}

const options = readOptions(process.argv.slice(2))
const server = await openServer()
console.log(`${circumstances()}; ${server.name}`)
try {
  const { only, extent } = options
  if (only === undefined || only === 'console' || only === 'requests' || only === 'scale')
    await requests(server, options)
  if (only === undefined || only === 'lists') await keptLists(server, extent)
  if (only === undefined || only === 'crowd') await crowd(await server.makeEmpty('crowd'), extent)
  if (only === undefined || only === 'week') await week(server, extent)
  if (only === undefined || only === 'giving') await giving(server, extent)
  if (only === undefined || only === 'webhooks') await webhooks(await server.makeEmpty('webhooks'), extent)
  if (only === undefined || only === 'messages') await messages(await server.makeEmpty('messages'), extent)
  if (only === undefined || only === 'imports') await imports(await server.makeEmpty('imports'), extent)
} finally {
  await server.close()
}
if (options.only === undefined) await starts(options.extent === 'smoke' ? 1 : 5)
