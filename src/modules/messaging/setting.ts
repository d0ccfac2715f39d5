/** Checks of what a church says of its account with a provider. What they say is read by people, each in their language. */
import { msg } from '../../texts/language.ts'

/**
 * A secret has to fit into a header, and to be long enough that taking it out of what a provider says does not take out
 * anything else.
 */
export const checkSecret = (value: string): string | undefined =>
  /^[\x21-\x7e]{8,2000}$/.test(value) ? undefined : msg('must be 8 to 2000 plain characters without spaces')

/** @param wanted what is said where it has another: `must be …`, whole @returns a check that the whole value has a form */
export const checkForm =
  (form: RegExp, wanted: string) =>
  (value: string): string | undefined =>
    form.test(value) ? undefined : wanted
