/** The house that this installation is: every module, and what follows from them. */
import { CONSOLE_MODULES } from './console/modules.ts'
import { catalogueOf } from './events/catalogue.ts'
import { MODULES } from './modules/index.ts'
import { type House, makeHouse } from './resource/house.ts'
import type { Module } from './resource/module.ts'
import { webhooksModule } from './webhooks/module.ts'

/** Made once for each list of modules: checking all that they declare takes a tenth of a second. */
const made = new WeakMap<readonly Module[], House>()

/** The house of these modules of the product, with what belongs to none of them. */
export function houseOf(modules: readonly Module[]): House {
  const all = [...modules, webhooksModule, ...CONSOLE_MODULES]
  const house = made.get(modules) ?? makeHouse(all, catalogueOf(all))
  made.set(modules, house)
  return house
}

export const HOUSE = houseOf(MODULES)
