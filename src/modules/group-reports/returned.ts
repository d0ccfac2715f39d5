/** What a report that was returned gives its leader to do: to hand it in again. Done when they have. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays, today } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { dayIn } from '../../texts/forms.ts'
import { languageFor } from '../../texts/spoken.ts'
import type { By } from '../meetings/agent.ts'
import { living } from '../people/living.ts'
import { finishGiven, giveTask } from '../tasks/give-task.ts'
import { reportPrinter } from './fields.ts'

/** Days that a leader has for it. */
const DAYS = 3

const { column } = reportPrinter
const number = (report: TextRow, name: Parameters<typeof column>[1]): number => Number(column(report, name))

/** One for each time that it was handed in and returned. Stored: never changed. */
const subjectOf = (id: number, revision: number) => ({ kind: `report/${revision}`, id })

/**
 * Gives it to the first of the leaders; to nobody where there is none, so that staff see it.
 * @param report its row, which is returned
 */
export async function giveReturned(tx: Tx, church: Church, report: TextRow, because: string, now: Date): Promise<void> {
  const group = await tx.first<{ name: string; hidden: boolean }>(
    sql`select name, hidden from groups where church_id = ${church.id} and id = ${number(report, 'group_id')}`,
  )
  const leader = await tx.first<{
    person: number
    language: string | null
  }>(sql`select m.person_id as person, p.language from group_members as m
      join people as p on p.church_id = ${church.id} and p.id = m.person_id and ${living()}
    where m.church_id = ${church.id} and m.group_id = ${number(report, 'group_id')} and m.role = 'leader' and m.status = 'active'
    order by m.id limit 1`)
  const language = languageFor(church, leader?.language)
  const day = dayIn(language, column(report, 'held_on') ?? '')
  // Staff of the branch read tasks: of a hidden group they are told neither its name nor what was said of it.
  const shown = group !== undefined && !group.hidden
  const title = shown
    ? language.say('Hand in the report of {group} again: {day}', { group: group.name, day })
    : language.say('Hand in the report of your group again: {day}', { day })
  await giveTask(
    tx,
    church,
    {
      subject: subjectOf(number(report, 'id'), number(report, 'revision')),
      title,
      branch: number(report, 'branch_id'),
      due_on: addDays(today(now, church.timezone), DAYS),
      ...(leader && { assignee: { person: leader.person } }),
      ...(shown && { note: because }),
    },
    now,
  )
}

/** It was handed in again. @param before its row until then */
export const handedInAgain = (tx: Tx, church: number, before: TextRow, by: By): Promise<void> =>
  finishGiven(tx, church, subjectOf(number(before, 'id'), number(before, 'revision')), by.name ?? by.kind)
