/** Countries, currencies and time zones as a form proposes them, in the language of the page. */
import { locale } from '../texts/t.ts'

interface Option {
  value: string
  label: string
}

const sorted = (options: Option[]): Option[] => options.sort((a, b) => a.label.localeCompare(b.label, locale()))

/** A country by its name. @param code ISO 3166-1 alpha-2 */
export const countryName = (code: string): string => countryNames().of(code) ?? code

const countryNames = (): Intl.DisplayNames => new Intl.DisplayNames(locale(), { type: 'region' })

/** Countries by name. */
export function countryOptions(countries: readonly { code: string }[]): Option[] {
  const names = countryNames()
  return sorted(countries.map(({ code }) => ({ value: code, label: names.of(code) ?? code })))
}

/** Currencies by code, with their names, so that both are found by typing. */
export function currencyOptions(): Option[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' })
  return sorted(Intl.supportedValuesOf('currency').map(code => ({ value: code, label: `${code} · ${names.of(code)}` })))
}

/** The time zone of this device. */
export const localTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones that this browser knows, and the one that is set. */
export const timezones = (set: string): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), set])].sort()

/** The country of this device: the one of its clock, else that of its language; empty where neither tells. */
export function localCountry(countries: readonly { code: string; own_timezones: readonly string[] }[]): string {
  const spoken = new Intl.Locale(navigator.language).region
  const here = countries.find(one => one.own_timezones.includes(localTimezone()))
  return (here ?? countries.find(({ code }) => code === spoken))?.code ?? ''
}
