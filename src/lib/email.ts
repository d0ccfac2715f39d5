/** What counts as an e-mail address, wherever one is given: in a request, in a setting, on the command line. */
const FORM = /^[^\s@<>(),:;"[\]\\]{1,64}@[^\s@<>(),:;"[\]\\.-][^\s@<>(),:;"[\]\\]*\.[^\s@<>(),:;"[\]\\.]{2,63}$/u
const MOST_CHARACTERS = 254

/** True for one address, without a name or brackets, of at most 254 characters (RFC 5321). */
export const isEmailAddress = (text: string): boolean =>
  text.length <= MOST_CHARACTERS && FORM.test(text) && !text.includes('..') && !/\p{Cc}/u.test(text)
