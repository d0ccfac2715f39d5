/** What the server says of fields, put beside them. */

import { isName, wordsOfValue } from '../../../src/texts/value-words.ts'
import { Refusal } from '../api/refusal.ts'
import { wordOf } from '../formats/words.ts'
import type { ShownField } from '../house/house.ts'
import { inWords, knows, locale, t } from '../texts/t.ts'

/** What forms are refused for most; what it is is said beside the field. */
const MISSING = /^is required(:|$)/

const words = (text: string): string => (MISSING.test(text) ? t('Is required') : inWords(text))

/** `is required` is Is required. */
const sentence = (text: string): string => capital(words(text))

const capital = (said: string): string => said.charAt(0).toUpperCase() + said.slice(1)

/** Behind this a plain word is the name of a field; elsewhere it is a word of the language: `on` of French, `data` of Portuguese. */
const OR = /^is required, or /i

const nameIn = (text: string, name: string): RegExp | null =>
  name.includes('_') || OR.test(text) ? new RegExp(`\\b${name}\\b`, 'g') : null

/** What the server says of fields, with their labels in the place of the API's names. */
export const withLabels = (
  errors: Readonly<Record<string, string | undefined>>,
  fields: readonly ShownField[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text = '']) => [
      name,
      fields.reduce(
        // Its own name is a word like any other: "is the name of another fund".
        (said, field) => {
          const found = field.name === name ? null : nameIn(text, field.name)
          return found === null ? said : said.replaceAll(found, `“${field.label}”`)
        },
        text,
      ),
    ]),
  )

interface SortedErrors {
  /** Those whose field is in the form. */
  beside: Record<string, string>
  /** The others, as sentences. */
  others: string[]
}

/**
 * Sorts the errors of a refusal by whether the form has the field.
 * @param all what fields there are, also beside the form's, so that those are called by their labels
 */
export const sortErrors = (error: unknown, fields: readonly string[], all?: readonly ShownField[]): SortedErrors =>
  sortRefused(error instanceof Refusal ? error.errors : {}, fields, all)

/** The same for what the server said of fields. */
export function sortRefused(
  said: Readonly<Record<string, string>>,
  fields: readonly string[],
  all: readonly ShownField[] = [],
): SortedErrors {
  const errors = Object.entries(said)
  const here = errors.filter(([name]) => fields.includes(name))
  const elsewhere = errors.filter(([name]) => !fields.includes(name))
  const saidBy = (say: (text: string) => string, those: typeof errors): Record<string, string> =>
    withLabels(Object.fromEntries(those.map(([name, text]) => [name, say(text)])), all)
  const others = Object.entries(saidBy(words, elsewhere)).map(([name, problem]) => {
    const field = all.find(one => one.name === name)?.label ?? wordFor(name)
    return field === undefined ? capital(problem) : t('{field}: {problem}', { field, problem })
  })
  // Of several that nothing names, the same is said once.
  return { beside: saidBy(sentence, here), others: [...new Set(others)] }
}

/** What a field is called that nobody is shown: undefined where the language has no word for it, or it is no word. */
function wordFor(name: string): string | undefined {
  const word = name.replace(/_id$/, '')
  const isSaid = isName(word) && (locale().startsWith('en') || knows(wordsOfValue(word)))
  return isSaid ? wordOf(word) : undefined
}

/** All that the server said of fields, each with the label of its field. */
export const namedErrors = (said: Readonly<Record<string, string>>, all: readonly ShownField[]): string[] =>
  sortRefused(said, [], all).others

/** Goes to the first field that is wrong, once its error is shown: within a few frames. */
export function focusFirstError(frames = 10): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
    if (field === null) {
      if (frames > 0) focusFirstError(frames - 1)
      return
    }
    field.focus()
    field.scrollIntoView({ block: 'center' })
  })
}
