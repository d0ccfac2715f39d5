/** The fields of a task (decisions, Tasks). */
import { sql } from '../../db/sql.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { nameInSight } from '../people/name-in-sight.ts'

export const TASK_KINDS = ['call', 'visit', 'message', 'other'] as const
export const TASK_STATUSES = ['open', 'done', 'dropped'] as const
/** What came of it; the words are those of the event of follow-ups. */
export const OUTCOMES = ['reached', 'no_answer', 'left_message', 'visited', 'not_interested'] as const

/** Longest note, in characters: what was known and what came of it. */
export const LONGEST_NOTE = 5_000
/** Longest title, in characters. */
export const LONGEST_TITLE = 190

export const taskFields = {
  id: field.id(),
  title: field.line(LONGEST_TITLE).required().label('What to do').example('Call Ada about the choir'),
  kind: field.oneOf(TASK_KINDS).settable().doc('Default other'),
  person_id: field
    .ref('people')
    .nullable()
    .settable()
    .label('of a task|About', 'The person whom it concerns, if there is one')
    .or('full_name')
    .example(1),
  full_name: field
    .text()
    .column(visible => nameInSight('person_id', visible))
    .nullable()
    .label('of a task|About')
    .example('Ada Obi')
    .doc("That person's name; null where their branch is out of sight"),
  assignee_membership_id: field
    .ref()
    .nullable()
    .settable()
    .label('Assigned to')
    .or('assignee_name')
    .doc('Whoever of the team has to do it. Default: who adds it in the console, unless assignee_person_id is sent'),
  assignee_person_id: field
    .ref('people')
    .nullable()
    .settable()
    .label('Or to somebody without a sign-in', 'They get an e-mail with a link of their own')
    .doc('Or somebody on record, who needs no sign-in: they get a link by e-mail'),
  assignee_name: field
    .text()
    .column(
      visible => sql`coalesce((select u.name from memberships m join users u on u.id = m.user_id
          where m.church_id = t.church_id and m.id = t.assignee_membership_id),
        ${nameInSight('assignee_person_id', visible)})`,
    )
    .nullable()
    .label('Assigned to')
    .example('Grace Eze')
    .doc('The name of whoever has to do it'),
  branch_id: field
    .ref('branches')
    .settable()
    .label('Branch', "The person's branch, unless you choose one")
    .doc("Default: that of person_id, else the key's, else the head branch"),
  due_on: field.date().required().reaches('ahead').label('Due').example('2026-11-30').doc("By the church's time zone"),
  status: field.oneOf(TASK_STATUSES).tones({ open: 'teal' }).doc('open; done; dropped: nobody is to do it any more'),
  outcome: field.oneOf(OUTCOMES).nullable().label('What came of it'),
  note: field.text(LONGEST_NOTE).nullable().settable().label('Note').example('She asked when the choir meets'),
  done_at: field.timestamp().nullable().label('when|Done'),
  done_by: field.text().nullable().label('Done by').doc('A name; link for whoever did it by their link'),
  subject_kind: field
    .text(40)
    .nullable()
    .usual('report', 'follow_up', 'pathway', 'pickup')
    .label('For')
    .doc('What it is for, where a module made it, such as report; null for one by itself'),
  subject_id: field.ref().nullable().doc('The record that it is for'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}

/** Prints a task as the API shows it. */
export const taskPrinter = printer(taskFields, true)

const { title, kind, person_id, assignee_membership_id, assignee_person_id, due_on, status, outcome, note } = taskFields

/** What changes a task. */
export const taskChanges = {
  title,
  kind,
  person_id,
  assignee_membership_id,
  assignee_person_id,
  due_on,
  status: status.settable(),
  outcome: outcome.settable(),
  note,
}
