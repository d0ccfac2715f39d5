/** In which languages pages are looked at: `SEXTON_TEST_LANGUAGES=fr,sw`, or `all`, adds to those of the usual run. */
import { languages } from '../../src/texts/names.ts'

/** As it was asked for; undefined in the usual run. */
export const ASKED = process.env.SEXTON_TEST_LANGUAGES

/** The languages of a run. @param always those of the usual one */
export const languagesAsked = (...always: readonly string[]): string[] =>
  languages()
    .filter(name => !name.includes('-x-'))
    .filter(name => ASKED === 'all' || always.includes(name) || (ASKED ?? '').split(',').includes(name))
