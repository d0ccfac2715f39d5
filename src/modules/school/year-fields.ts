/** The fields of a school year (decisions, School). */
import * as field from '../../resource/types.ts'

export const YEAR_STATUSES = ['planned', 'current', 'past'] as const

export const yearFields = {
  id: field.id(),
  name: field.line(60).required().example('2026/27').doc('Each name once'),
  starts_on: field.date().required().reaches('ahead').label('First day').example('2026-09-06'),
  ends_on: field.date().required().reaches('ahead').label('Last day').example('2027-07-25'),
  status: field.oneOf(YEAR_STATUSES).doc('planned, current or past; at most one is current'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}
