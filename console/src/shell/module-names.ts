/** What the modules that a church may switch off are called. */

/** By module. */
export const MODULE_NAMES = { care: 'Care', giving: 'Online giving', media: 'Media' }

/** Such as `care`. */
export type ModuleName = keyof typeof MODULE_NAMES
