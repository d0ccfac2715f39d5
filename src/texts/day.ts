/** Days as people say them. */
import type { Language } from './language.ts'

/** A day of any year, `2026-11-04`, in words: `November 4, 2026`. */
export function dateIn({ locale }: Pick<Language, 'locale'>, day: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** A day, `2026-11-04`, in words: `Wednesday, November 4`. */
export function dayIn({ locale }: Pick<Language, 'locale'>, day: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** A moment, as the clocks of a place show it. */
export interface Moment {
  /** ISO 8601. */
  at: string
  timezone: string
}

/** A moment in words: `4 November 2026 at 18:30`; the day stands first in English, too, as it does where churches read it. */
export function momentIn({ locale }: Pick<Language, 'locale'>, { at, timezone }: Moment): string {
  const spoken = locale === 'en' ? 'en-GB' : locale
  const format = new Intl.DateTimeFormat(spoken, { dateStyle: 'long', timeStyle: 'short', timeZone: timezone })
  return format.format(new Date(at))
}
