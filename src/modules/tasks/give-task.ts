/** What a module gives somebody to do for one of its records: once, however often it asks (decisions, Tasks). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { asLine } from '../../lib/line.ts'
import { LONGEST_NOTE, LONGEST_TITLE, type TASK_KINDS } from './fields.ts'
import { remindNobody, scheduleReminders } from './remind-of-task.ts'

/** A task that a module gives. */
export interface ModuleTask {
  /**
   * The record that it is for. What is given several times of one record, such as at each stage, says which in the kind:
   * `follow_up/3`. Stored: never changed.
   */
  subject: { kind: string; id: number }
  /** Of one subject there is one of each kind. Default other. */
  kind?: (typeof TASK_KINDS)[number]
  /** Staff of the branch read it: of something hidden it does not say what. */
  title: string
  branch: number
  /** Whom it is about. */
  person?: number
  /** Who has to do it: of the team by their membership, or somebody on record. Nobody unless said. */
  assignee?: { membership: number } | { person: number }
  /** `2026-11-30`, by the church's time zone. */
  due_on: string
  note?: string
}

/**
 * Gives a task, and reminds of it as of any other.
 * @param now by the clock of the step
 * @returns its id; null where there is one for that record already, open or not: it stays as it is
 */
export async function giveTask(
  tx: Tx,
  church: { id: number; timezone: string },
  { subject, kind = 'other', title, branch, person, assignee, due_on, note }: ModuleTask,
  now: Date,
): Promise<number | null> {
  const membership = assignee !== undefined && 'membership' in assignee ? assignee.membership : null
  const somebody = assignee !== undefined && 'person' in assignee ? assignee.person : null
  const [made] = await tx.all<{
    id: number
  }>(sql`insert into tasks (church_id, branch_id, subject_kind, subject_id, kind, title,
      person_id, assignee_membership_id, assignee_person_id, due_on, note, created_at, updated_at)
    values (${church.id}, ${branch}, ${subject.kind}, ${subject.id}, ${kind}, ${asLine(title, LONGEST_TITLE)}, ${person ?? null},
      ${membership}, ${somebody}, ${due_on}::date, ${note?.slice(0, LONGEST_NOTE) ?? null}, ${tx.now}::timestamptz,
      ${tx.now}::timestamptz)
    on conflict (church_id, subject_kind, subject_id, kind) where subject_id is not null do nothing returning id`)
  if (made === undefined) return null
  await scheduleReminders(tx, church, made.id, now, true)
  return made.id
}

/**
 * What was given for a record is done, since what it asked for has happened; nobody is reminded of it any more.
 * @param by as the record tells who did it
 */
export async function finishGiven(tx: Tx, church: number, subject: ModuleTask['subject'], by: string): Promise<void> {
  const done = await tx.all<{ id: number }>(sql`update tasks set status = 'done', done_at = ${tx.now}::timestamptz,
      done_by = ${by}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and subject_kind = ${subject.kind} and subject_id = ${subject.id} and status = 'open' returning id`)
  for (const { id } of done) await remindNobody(tx, church, id)
}
