/** What the modules that a church may switch off are called. */
import type { OPTIONAL_MODULES } from '../../../src/modules/church/optional-modules.ts'

/** Such as `care`. */
export type ModuleName = (typeof OPTIONAL_MODULES)[number]

/** By module. */
export const MODULE_NAMES: Record<ModuleName, string> = { care: 'Care', giving: 'Online giving', media: 'Media' }
