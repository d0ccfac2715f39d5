/** What is known of a child beside the record of a person (decisions, Children). */
import type { Input, Sent } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { LONGEST_GRADE } from './grades.ts'

/** It stands on a label beside the name, so it is short: `peanuts`. Characters. */
export const LONGEST_LABEL_NOTE = 30

export const childFields = {
  id: field.id(),
  person_id: field.ref('people').required().label('Child').example(1),
  branch_id: field.ref('branches').label('Branch').doc("The child's"),
  grade: field
    .line(LONGEST_GRADE)
    .nullable()
    .settable()
    .example('3')
    .doc('At school: usually one of the grades in the settings of the church, spelled as there'),
  label_note: field
    .line(LONGEST_LABEL_NOTE)
    .nullable()
    .settable()
    .label('Note on labels', 'Such as peanuts. Whoever looks after the child reads it')
    .example('peanuts')
    .doc('What whoever looks after the child has to know at a glance; it may stand on labels'),
  photo_ok: field
    .boolean()
    .nullable()
    .settable()
    .label('May be photographed')
    .doc('Whether the parents agree to photos; null where nobody asked'),
  emergency_name: field.line().nullable().settable().label('Whom to call').example('Ngozi Obi'),
  emergency_phone: field.phone().nullable().settable().label('Number to call'),
  has_care_note: field
    .boolean()
    .column('(t.care_note is not null)')
    .label('Care note')
    .doc('Whether there is one. It is written and read in the console alone'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}

export type ChildInput = Input<typeof childFields>

/** Prints details as the API shows them; what is said in confidence is not among them. */
export const childPrinter = printer(childFields, true)

const { grade, label_note, photo_ok, emergency_name, emergency_phone } = childFields

/** What can be changed of them. */
export const changedFields = { grade, label_note, photo_ok, emergency_name, emergency_phone }

export type ChildChange = Sent<typeof changedFields>
