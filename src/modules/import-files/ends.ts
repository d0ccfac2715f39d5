/** Why an import ended without a word from its importer. */
import { msg, type Say } from '../../texts/language.ts'

export const NOTHING = msg('Nothing was imported: no row of the file is new or changes anything.')
export const BROKEN = msg(
  'Nothing was imported: the import was cut off several times. Try again, or ask whoever runs the service.',
)

/** What is shown of why a file was not imported: what an importer says of it is English. */
export const endIn = (say: Say, error: string | null): string | null =>
  error === NOTHING || error === BROKEN ? say(error) : error
