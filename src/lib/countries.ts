/** Countries, with what a church there most likely counts in and goes by. */
import { isTimezone } from './calendar.ts'
import { isCurrency } from './money.ts'
import { isCountry } from './phone.ts'

/** A country as a form proposes it. */
export interface Country {
  /** ISO 3166-1, two letters. */
  code: string
  /** ISO 4217; null where there is none that we count in. */
  currency: string | null
  /** Names of the tz database, the one of most people first. */
  timezones: string[]
  /** Those of them whose clocks are its own; other countries may go by them, too. */
  own_timezones: string[]
}

let known: Promise<Country[]> | undefined

/** All countries that a church may be in. Their tables are loaded when somebody first asks. */
export function countries(): Promise<Country[]> {
  known ??= load()
  return known
}

async function load(): Promise<Country[]> {
  const [{ getAllCountries, getTimezone }, { default: currencies }] = await Promise.all([
    import('countries-and-timezones'),
    import('country-to-currency'),
  ])
  return Object.values(getAllCountries())
    .filter(({ id }) => isCountry(id))
    .map(({ id, timezones }) => {
      const currency = currencies[id]
      const named = timezones.filter(isTimezone)
      return {
        code: id,
        currency: currency !== undefined && isCurrency(currency) ? currency : null,
        timezones: named,
        own_timezones: named.filter(name => getTimezone(name)?.countries[0] === id),
      }
    })
}
