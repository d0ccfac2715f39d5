/** What the modules that a church may switch off are called. */
import { t } from '../texts/t.ts'

/** By module. */
export const MODULE_NAMES = { care: t('Care'), giving: t('Online giving'), media: t('Media') }

/** Such as `care`. */
export type ModuleName = keyof typeof MODULE_NAMES
