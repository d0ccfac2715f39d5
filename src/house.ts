/** The house that this installation is: every module, and what follows from them. */
import { MODULES } from './modules/index.ts'
import { makeHouse } from './resource/house.ts'

export const HOUSE = makeHouse(MODULES)
