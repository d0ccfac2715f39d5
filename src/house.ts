/** The house that this installation is: every module, and what follows from them. */
import { CONSOLE_MODULES } from './console/modules.ts'
import { catalogueOf } from './events/catalogue.ts'
import { MODULES } from './modules/index.ts'
import { type House, makeHouse } from './resource/house.ts'
import type { Module } from './resource/module.ts'
import { webhooksModule } from './webhooks/module.ts'

/** The house of these modules of the product, with what belongs to none of them. */
export function houseOf(modules: readonly Module[]): House {
  const all = [...modules, webhooksModule, ...CONSOLE_MODULES]
  return makeHouse(all, catalogueOf(all))
}

export const HOUSE = houseOf(MODULES)
