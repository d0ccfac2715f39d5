/** The house that this installation is: every module, and what follows from them. */
import { CONSOLE_MODULES } from './console/modules.ts'
import { MODULES } from './modules/index.ts'
import { type House, makeHouse } from './resource/house.ts'
import type { Module } from './resource/module.ts'
import { webhooksModule } from './webhooks/module.ts'

/** The house of these modules of the product, with what belongs to none of them. */
export const houseOf = (modules: readonly Module[]): House =>
  makeHouse([...modules, webhooksModule, ...CONSOLE_MODULES])

export const HOUSE = houseOf(MODULES)
