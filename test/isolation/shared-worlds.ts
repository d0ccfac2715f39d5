/** One service with the two churches that the suites of isolation look at: planting them costs more than looking. */
import { startWholeHouse } from '../support/house.ts'
import type { TestService } from '../support/service.ts'
import { makeWorlds, type World } from './world.ts'

interface Shared {
  service: TestService
  worlds: [World, World]
}

let made: Promise<Shared> | undefined

/** Made when it is first asked for. */
export function shared(): Promise<Shared> {
  made ??= startWholeHouse().then(async service => ({ service, worlds: await makeWorlds(service) }))
  return made
}
