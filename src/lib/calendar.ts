/** Dates, moments and time zones, read by us and never by a database cast. */
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:[Zz]|([+ -])(\d{2})(?::?(\d{2}))?))?$/

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/**
 * Reads a calendar date: `YYYY-MM-DD`, a day of the (proleptic) Gregorian calendar, years 0001 to 9999.
 * Returns the text itself, or null. Words that a database would take for a date (`now`) are none.
 */
export function parseDate(text: string): string | null {
  const match = DATE.exec(text)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return text
}

/**
 * Reads a point in time as a client of the API may write it: an ISO 8601 date-time with `Z` or an offset
 * (`YYYY-MM-DDTHH:MM[:SS[.fraction]]` and `Z`, `+HH:MM`, `+HHMM` or `+HH`), or a plain date, which is midnight UTC.
 * A space in the place of the offset's `+` is read as `+`: that is what an unescaped `+` in a query string becomes.
 * Returns `YYYY-MM-DDTHH:MM:SS.ffffffZ`, which PostgreSQL's timestamptz keeps to the last digit, or null. A fraction
 * finer than microseconds is cut, not rounded, so that "changed since" never skips a record.
 */
export function parseTimestamp(text: string): string | null {
  const match = TIMESTAMP.exec(text)
  if (!match) return null
  const [, date = '', hours = '00', minutes = '00', seconds = '00', fraction = '', sign, offsetHours = '00'] = match
  const offsetMinutes = match[8] ?? '00'
  if (!parseDate(date) || hours > '23' || minutes > '59' || seconds > '59') return null
  if (offsetHours > '23' || offsetMinutes > '59') return null
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1)
  const utc = new Date(Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`) - offset * MINUTE_MS).toISOString()
  // An offset can carry the ends of the calendar out of it: year 0, or the signed six digits of year 10000.
  if (!parseDate(utc.slice(0, 10))) return null
  return `${utc.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`
}

/**
 * Prints a timestamp as the spec shows it ("General conventions"): `YYYY-MM-DDTHH:MM:SSZ`, fractions cut.
 * `text` is what PostgreSQL prints for a timestamptz in a session whose time zone is UTC, years 0001 to 9999.
 */
export function printTimestamp(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}Z`
}

interface ZoneClock {
  format: Intl.DateTimeFormat
  second: number
  date: string
}

// One entry per time zone in use; the date is kept for the current second because formatting takes microseconds.
const clocks = new Map<string, ZoneClock>()

function clockOf(timezone: string): ZoneClock {
  const known = clocks.get(timezone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    calendar: 'iso8601',
    numberingSystem: 'latn',
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const clock = { format, second: Number.NaN, date: '' }
  clocks.set(timezone, clock)
  return clock
}

/**
 * The calendar date at `now` in an IANA time zone, `YYYY-MM-DD`.
 * @throws RangeError for an unknown time zone or an invalid `now`.
 */
export function today(now: Date, timezone: string): string {
  const clock = clockOf(timezone)
  const second = Math.floor(now.getTime() / 1000)
  if (clock.second === second) return clock.date
  const parts = new Map<string, string>(clock.format.formatToParts(now).map(part => [part.type, part.value]))
  clock.date = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
  clock.second = second
  return clock.date
}

/**
 * The date `n` days after `date` (before it, when `n` is negative).
 * @throws RangeError when `date` is no date, or the result lies outside the years 0001 to 9999.
 */
export function addDays(date: string, n: number): string {
  if (!parseDate(date)) throw new RangeError(`no calendar date: ${date}`)
  const moved = new Date(Date.parse(`${date}T00:00:00Z`) + n * DAY_MS).toISOString().slice(0, 10)
  if (!parseDate(moved)) throw new RangeError(`${n} days from ${date} is outside the calendar`)
  return moved
}

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The last day of a month, `YYYY-MM-DD`. @param month from 1 */
export const lastDay = (year: number, month: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${daysInMonth(year, month)}`

/**
 * The same day `n` months after `date`; the month's last day where it has no such day: 31 January, 28 February, 31 March.
 * What every sum over months rests on. Temporal does the same, but every start would wait until it is loaded.
 * @throws RangeError when `date` is no date, or the result lies outside the years 0001 to 9999.
 */
export function addMonths(date: string, n: number): string {
  if (!parseDate(date)) throw new RangeError(`no calendar date: ${date}`)
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + n
  const end = lastDay(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1)
  const moved = parseDate(date.slice(8) < end.slice(8) ? `${end.slice(0, 8)}${date.slice(8)}` : end)
  if (!moved) throw new RangeError(`${n} months from ${date} is outside the calendar`)
  return moved
}

/** The same day `n` years after `date`; 29 February becomes the 28th where the year has none. @throws RangeError as addMonths */
export const addYears = (date: string, n: number): string => addMonths(date, 12 * n)

// ICU also answers to old abbreviations of its own (PST, AST, IST …) that IANA's database does not have.
const THREE_LETTER_ZONES = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))

/**
 * Whether `name` is a time zone of the IANA database, in any case. Offsets such as `+01:00` are not.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || /^SystemV\//i.test(name)) return false
  if (name.length === 3 && !THREE_LETTER_ZONES.has(name.toUpperCase())) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
