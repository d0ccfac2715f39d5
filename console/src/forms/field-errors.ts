/** What the server says of fields, put beside them. */
import { Refusal } from '../api/refusal.ts'
import { inWords, t } from '../texts/t.ts'

/** What forms are refused for most; what it is is said beside the field. */
const MISSING = /^is required(:|$)/

/** `is required` is Is required. */
function sentence(text: string): string {
  if (MISSING.test(text)) return t('Is required')
  const said = inWords(text)
  return said.charAt(0).toUpperCase() + said.slice(1)
}

interface SortedErrors {
  /** Those whose field is in the form. */
  beside: Record<string, string>
  /** The others, as sentences. */
  others: string[]
}

/** Sorts the errors of a refusal by whether the form has the field. */
export const sortErrors = (error: unknown, fields: readonly string[]): SortedErrors =>
  sortRefused(error instanceof Refusal ? error.errors : {}, fields)

/** The same for what the server said of fields. */
export function sortRefused(said: Readonly<Record<string, string>>, fields: readonly string[]): SortedErrors {
  const errors = Object.entries(said)
  const here = errors.filter(([name]) => fields.includes(name))
  const elsewhere = errors.filter(([name]) => !fields.includes(name))
  return {
    beside: Object.fromEntries(here.map(([name, text]) => [name, sentence(text)])),
    others: elsewhere.map(([name, text]) => `${name} ${inWords(text)}`),
  }
}

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
