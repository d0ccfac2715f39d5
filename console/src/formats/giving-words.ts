/** The filter of the list of people by giving, in words. */
import { t } from '../texts/t.ts'
import { day } from './dates.ts'

/** `lapsed:2026-01-01:2026-11-23:365` in words; the text itself where it is none. */
export function givingWords(text: string): string {
  const [standing, from = '', to = '', days] = text.split(':')
  if (!/^\d{4}-\d\d-\d\d$/.test(from) || !/^\d{4}-\d\d-\d\d$/.test(to)) return text
  const [first, last] = [day(from), day(to)]
  if (standing === 'new') return t('new givers of {first} to {last}', { first, last })
  const gap = Number(days)
  if (standing === 'back')
    return t('gave again in {first} to {last}, after {gap, number} days or more', { first, last, gap })
  return t('lapsed in {first} to {last}: {gap, number} days without a gift', { first, last, gap })
}
