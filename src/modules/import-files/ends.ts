/** Why an import ended without a word from its importer. */
import { msg } from '../../texts/language.ts'

export const NOTHING = msg('Nothing was imported: no row of the file is new or changes anything.')
export const BROKEN = msg(
  'Nothing was imported: the import was cut off several times. Try again, or ask whoever runs the service.',
)
export const NOT_ACTIVE = msg('The church is not active. Nothing was imported.')
export const CHECKED_BEFORE = msg('Sexton was brought up to date after this file was checked. Choose it again.')
