/** What the link of somebody who has a task and no sign-in leads to. GET and HEAD only show; POST marks it as done. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type LinkParts, linkRoute } from '../../links/link-route.ts'
import type { LinkChurch, LinkedRecord } from '../../links/signed-link.ts'
import { type PublicRoute, seeOther } from '../../public-routes/public-route.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import { LONGEST_NOTE, OUTCOMES } from './fields.ts'
import { scheduleReminders, taskLink } from './remind-of-task.ts'
import { noted } from './task-actions.ts'
import { type LinkedTask, taskPage } from './task-page.ts'

interface TaskParts extends LinkParts {
  take: TakeStep
}

/** The route of the links. */
export const taskRoute = (parts: TaskParts): PublicRoute =>
  linkRoute(taskLink, parts, {
    guide: 'groups-and-classes#tasks-and-prayer-requests',
    find: taskOf,
    show: ({ language }, task, { of }) => taskPage(language, of, task),
    async act(_visitor, form, _task, link) {
      const outcome = OUTCOMES.find(one => one === form.get('outcome')) ?? null
      const note = noteOf(form.get('note') ?? '')
      await parts.take(doneByLink, link.of, { link, outcome, note })
      return seeOther(link.path)
    },
  })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Cs}/gu

const noteOf = (text: string): string =>
  [...text.replaceAll('\r\n', '\n').replace(CONTROLS, '').normalize('NFC').trim()].slice(0, LONGEST_NOTE).join('')

/** Whom it is about is told as long as there is something to do: then they have to be reached. */
async function taskOf(read: Db, { church, record }: LinkedRecord): Promise<LinkedTask | undefined> {
  return await read.first<LinkedTask>(sql`select t.title, t.kind, t.due_on, t.status,
      case when t.status = 'open' then t.note end as note,
      case when t.status = 'open' then p.full_name end as full_name, case when t.status = 'open' then p.phone end as phone
    from tasks as t left join people as p on p.church_id = ${church} and p.id = t.person_id and not p.removed
    where t.church_id = ${church} and t.id = ${record}`)
}

interface Said {
  link: LinkedRecord
  outcome: string | null
  note: string
}

/** Sent once more it changes nothing: the task is done already. */
const doneByLink = step<Said, void, LinkChurch>({
  name: 'tasks.done_by_link',
  by: 'worker',
  async run(tx, { church, clock }, { link, outcome, note }) {
    const open = await tx.first<{ note: string | null }>(sql`select note from tasks
      where church_id = ${church.id} and id = ${link.record} and status = 'open' and ${taskLink.holds(link)}
      for no key update`)
    if (open === undefined) return
    await tx.run(sql`update tasks set status = 'done', outcome = coalesce(${outcome}::text, outcome),
        note = ${noted(open.note, note)}, done_at = ${tx.now}::timestamptz, done_by = 'link',
        updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${link.record}`)
    await scheduleReminders(tx, church, link.record, clock.now(), false)
  },
})
