/** Periods that people name, as the dates they begin and end with. */

/** Both days belong to it, as calendar dates. */
export interface Period {
  from: string
  to: string
}

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The names of the periods, in their order. */
export const PERIODS = ['this_month', 'last_month', 'this_year', 'last_year'] as const
/** One of them. */
export type PeriodName = (typeof PERIODS)[number]

/** The period as of a day. @param today a calendar date */
export function periodOf(name: PeriodName, today: string): Period {
  const [year = 0, month = 1] = today.split('-').map(Number)
  if (name === 'this_year') return { from: iso(year, 0, 1), to: iso(year, 11, 31) }
  if (name === 'last_year') return { from: iso(year - 1, 0, 1), to: iso(year - 1, 11, 31) }
  const first = name === 'this_month' ? month - 1 : month - 2
  return { from: iso(year, first, 1), to: iso(year, first + 1, 0) }
}

/** The name of a period as of a day; undefined where it has none. */
export const nameOfPeriod = (from: string, to: string, today: string): PeriodName | undefined =>
  PERIODS.find(name => {
    const period = periodOf(name, today)
    return period.from === from && period.to === to
  })
