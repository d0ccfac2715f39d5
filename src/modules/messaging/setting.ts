/** Checks of what a church says of its account with a provider. */

/**
 * A secret has to fit into a header, and to be long enough that taking it out of what a provider says does not take out
 * anything else.
 */
export const checkSecret = (value: string): string | undefined =>
  /^[\x21-\x7e]{8,2000}$/.test(value) ? undefined : 'must be 8 to 2000 plain characters without spaces'

/** @returns a check that the whole value has a form */
export const checkForm =
  (form: RegExp, wanted: string) =>
  (value: string): string | undefined =>
    form.test(value) ? undefined : `must be ${wanted}`
