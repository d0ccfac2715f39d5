/** The fields of a promotion (decisions, School). */
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'

/** draft → applied → undone. */
export const PROMOTION_STATUSES = ['draft', 'applied', 'undone'] as const

/** What becomes of a pupil. */
export const MOVE_ACTIONS = ['move', 'graduate', 'stay', 'leave'] as const
export type MoveAction = (typeof MOVE_ACTIONS)[number]

/** What became of what was planned for them. */
export type MoveResult = 'planned' | 'done' | 'skipped' | 'reverted' | 'kept'

const yearName = (year: 'from' | 'to') =>
  field
    .text()
    .column(`(select y.name from school_years y where y.church_id = t.church_id and y.id = t.${year}_year_id)`)
    .example(year === 'from' ? '2025/26' : '2026/27')

const count = () => field.integer(0)

export const promotionFields = {
  id: field.id(),
  from_year_id: field.ref('school_years').label('a school year|From').or('from_year'),
  from_year: yearName('from').label('a school year|From'),
  to_year_id: field.ref('school_years').label('a school year|To').or('to_year'),
  to_year: yearName('to').label('a school year|To'),
  status: field
    .oneOf(PROMOTION_STATUSES)
    .doc(
      'draft: nothing has changed yet; applied: pupils moved up; undone: they are back, but for those who were kept',
    ),
  revision: field
    .integer(0)
    .label('Revision')
    .doc('Raised by each change of the draft; whoever applies it may say which of them they have seen'),
  moved: count().label('Move up').doc('Pupils who go to another class, or went'),
  graduated: count().label('Graduate').doc('Pupils who leave the Sunday school after its last class'),
  stayed: count().label('Stay').doc('Pupils who stay in their class'),
  left: count().column('t.left_count').label('Leave').doc('Pupils who leave it for another reason'),
  skipped: count()
    .label('how many|Skipped')
    .doc('Pupils whose class was another by the time it was applied: nothing was done'),
  reverted: count().label('pupils|Went back').doc('Pupils who went back when it was undone'),
  kept: count().label('Were kept').doc('Pupils who did not, since somebody had moved or changed them'),
  graduate_status: field
    .text(40)
    .nullable()
    .label('Status of who graduates')
    .doc('Set when it is applied; null for none'),
  graduate_tag: field.text(60).nullable().label('Tag of who graduates').doc('Added when it is applied; null for none'),
  applied_by: field.line().nullable().label('Applied by').example('Grace Obi'),
  applied_at: field.timestamp().nullable().label('when|Applied'),
  undone_by: field.line().nullable().label('Undone by'),
  undone_at: field.timestamp().nullable().label('when|Undone'),
  created_at: field.timestamp().label('Drafted'),
  updated_at: field.timestamp().label('Changed'),
}

/** Prints a promotion as the API shows it. */
export const promotionPrinter = printer(promotionFields, true)
