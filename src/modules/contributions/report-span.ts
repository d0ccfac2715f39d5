/** Of when a report of giving is, and what it is asked with. */
import type { Problems } from '../../errors.ts'
import { addDays, addYears } from '../../lib/calendar.ts'
import type { Input } from '../../resource/field.ts'
import { monthsWithin, type Period } from '../../resource/periods.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { LEAST_GAP, MOST_GAP, USUAL_GAP } from '../people/giver-standing.ts'
import { EARLIEST } from './base-amount.ts'

/** What gifts are put together by. */
export const GROUPS = ['fund', 'branch', 'method', 'month', 'giver', 'range'] as const
export type GivingGroup = (typeof GROUPS)[number]

const MOST_MONTHS = 24
const FIRST_YEAR = Number(EARLIEST.slice(0, 4)) + 1
const LAST_YEAR = 2200

export const reportFields = {
  by: field.oneOf(GROUPS).settable().doc('What gifts are put together by; fund, unless said'),
  year: field.integer(FIRST_YEAR, LAST_YEAR).settable().doc('The current one up to today, unless said'),
  from: field.date().settable().doc('The first day, in the place of a year'),
  to: field.date().settable().doc('The last day, in the place of a year'),
  currency: field
    .currency()
    .settable()
    .doc('Only gifts in this currency, in their own amounts; all gifts in the currency of the church, unless said'),
  branch_id: field.ref('branches').settable().doc('This branch and its sub-branches'),
  fund_id: field.ref('funds').settable().doc('Only gifts to this fund'),
  days: field
    .integer(LEAST_GAP, MOST_GAP)
    .settable()
    .doc(`Of givers: after how many days without a gift one has lapsed; ${USUAL_GAP}, unless said`),
  ranges: field
    .text(200)
    .settable()
    .doc('Where ranges begin, in whole units of the currency: 1000,5000,10000. Round amounts, unless said'),
}

export type ReportAsked = Input<typeof reportFields>

/** Days from the first to the last, `YYYY-MM-DD`. */
export interface Span {
  from: string
  to: string
}

/**
 * The days of a report: a year, which ends today where it is the current one, or days that are named.
 * @param day today, at the church
 * @param problems is told of days that are no period, or too long a one
 */
export function spanOf({ year, from, to }: ReportAsked, day: string, problems: Problems): Span {
  const wanted = year ?? Number((from ?? to ?? day).slice(0, 4))
  const first = from ?? `${wanted}-01-01`
  const isNow = day.startsWith(`${wanted}-`) && first <= day
  const span = { from: first, to: to ?? (isNow ? day : `${wanted}-12-31`) }
  if (year !== undefined && (from ?? to) !== undefined) problems.add('year', 'leave it out with from and to')
  if (span.from < `${FIRST_YEAR}-01-01`)
    problems.add('from', because('must be {first}-01-01 or later', { first: FIRST_YEAR }))
  if (span.to > `${LAST_YEAR}-12-31`)
    problems.add('to', because('must be {last}-12-31 or earlier', { last: LAST_YEAR }))
  else if (span.to < span.from) problems.add('to', because('must be {from} or later', { from: span.from }))
  else if (monthsOf(span).length > MOST_MONTHS)
    problems.add('to', because('must be within {most} months of from', { most: MOST_MONTHS }))
  return span
}

/** The months of a period; the first and the last may be parts of one. */
export const monthsOf = ({ from, to }: Span): Period[] => monthsWithin(from, addDays(to, 1))

/** The same days of the year before; a period that ends with February does so in each year. */
export const yearBefore = ({ from, to }: Span): Span => ({
  from: addYears(from, -1),
  to: addDays(addYears(addDays(to, 1), -1), -1),
})
