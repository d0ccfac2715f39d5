/** Several words in one, as the language joins them. */
import { listIn } from '../../../src/texts/forms.ts'
import { writing } from '../texts/t.ts'

/** SMS, email, and WhatsApp. */
export const listOfAll = (words: Iterable<string>): string => listIn(writing(), words)

/** Member or visitor. */
export const listOfAny = (words: Iterable<string>): string => listIn(writing(), words, 'disjunction')

/** 3 sent, 1 failed, 2 waiting. */
export const listed = (words: Iterable<string>): string => listIn(writing(), words, 'unit')
