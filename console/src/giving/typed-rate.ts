/** Exchange rates as people type them. */
import { numberIn } from '../../../src/texts/forms.ts'
import { writing } from '../texts/t.ts'

/** 1,540.50 and 1 540.50 become 1540.50; what is anything else stays, and the server says what is wrong with it. */
export function plainRate(text: string): string {
  const typed = text.trim().replace(/[\u00a0\u202f]/g, ' ')
  return /^\d{1,3}([, ']\d{3})+(\.\d+)?$/.test(typed) ? typed.replace(/[, ']/g, '') : typed
}

/** 1540.5 is 1,540.5, with every digit that there is. */
export function shownRate(rate: string): string {
  if (!/^\d+(\.\d+)?$/.test(rate)) return rate
  const { length } = rate.split('.')[1] ?? ''
  return numberIn(writing(), rate as `${number}`, length, length)
}
