/** Every page of the console on a phone in Arabic, from right to left. */
import { after, before } from 'node:test'
import { SKIP as skip } from './support/console-page.ts'
import { startDemo } from './support/demo.ts'
import { openWalks, testPages, type Walks } from './support/page-walks.ts'
import type { TestService } from './support/service.ts'

let service: TestService
let walks: Walks

before(async () => {
  if (skip) return
  ;({ service } = await startDemo())
  walks = await openWalks(service)
})
after(() => service?.close())

testPages('ar', () => walks)
