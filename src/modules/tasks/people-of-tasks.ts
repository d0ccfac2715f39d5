/** What becomes of tasks when two records of a person are merged, people are removed, or somebody is forgotten. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted, hasWords, MAYBE_OTHERS, nameless } from '../../resource/forgetting.ts'
import { type MovedReference, type NamesPeople, personOf } from '../../resource/person-reference.ts'
import { endedBy, type TakeBack } from '../../resource/take-back.ts'
import { remindNobody } from './remind-of-task.ts'
import { tasks } from './tasks.ts'

const forgotten = deleted('They tell what was to be done for somebody.')

/** Those that they have to do move with those that are about them. */
const aboutThem: MovedReference<'tasks'> = {
  ...personOf(tasks, forgotten),
  async move(tx, merge) {
    await personOf(tasks, forgotten).move(tx, merge)
    await tx.run(sql`update tasks set assignee_person_id = ${merge.kept}, updated_at = ${tx.now}::timestamptz
      where church_id = ${merge.church} and assignee_person_id = ${merge.removed}`)
  },
}

/** Open tasks about somebody who is removed are dropped, and those that they had are nobody's. */
async function end(tx: Tx, church: number, people: readonly number[]): Promise<void> {
  const dropped = await tx.all<{
    id: number
  }>(sql`update tasks set status = 'dropped', updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and status = 'open' and person_id = any(${idArray(people)}) returning id`)
  for (const { id } of dropped) await remindNobody(tx, church, id)
  await tx.run(sql`update tasks set assignee_person_id = null, link_version = link_version + 1, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and status = 'open' and assignee_person_id = any(${idArray(people)})`)
}

export const peopleOfTasks = {
  moved: [aboutThem],
  end,
  stays: [
    {
      table: 'tasks',
      columns: ['assignee_person_id'],
      because: 'those that somebody has to do move with those that are about them',
      words: { one: 'task that they had', many: 'tasks that they had' },
      forgotten: nameless('What was done stays on record, without who did it.', () => ({
        assignee_person_id: sql`null`,
      })),
    },
  ],
} as const satisfies NamesPeople

/** Titles and notes of tasks about nobody, or about others, may name them all the same. */
export const taskCopies: readonly CopiesPeople[] = [
  {
    table: 'tasks',
    asked: MAYBE_OTHERS,
    theirs: ({ names }) => hasWords(sql`(t.title || ' ' || coalesce(t.note, ''))`, names),
    forgotten: nameless('Tasks that name them go on without saying for whom.', () => ({
      title: sql`'Task'`,
      note: sql`null`,
    })),
  },
]

const dropped = endedBy(tasks, { status: 'dropped' })

/** Nobody is reminded of what an import had put on record and no longer does. */
export const takeBackTasks: TakeBack = {
  ...dropped,
  async remove(tx, undoing, records) {
    await dropped.remove(tx, undoing, records)
    for (const { record_id } of records) await remindNobody(tx, undoing.church.id, record_id)
  },
}
