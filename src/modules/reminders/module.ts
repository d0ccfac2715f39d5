/** Reminders, which modules send to those who have to do something; every church has them. */
import { sql } from '../../db/sql.ts'
import { deleted, hasWords, MAYBE_OTHERS, nameless } from '../../resource/forgetting.ts'
import { module } from '../../resource/module.ts'
import { personIn } from '../../resource/person-reference.ts'
import { forgetReminders } from './forget-reminders.ts'
import { remindersDue, SOURCE } from './send-reminders.ts'

const HOUR_MS = 3_600_000

const forgotten = deleted('Nobody is reminded any more.')

export const remindersModule = module({
  name: 'reminders',
  title: 'Reminders',
  resources: [],
  agenda: [remindersDue],
  serve: parts => ({ jobs: [{ every: HOUR_MS, run: stop => forgetReminders(parts, stop) }] }),
  namesPeople: { moved: [personIn('reminders', 'messages', { one: 'reminder', many: 'reminders' }, forgotten)] },
  details: [
    { table: 'reminders', columns: ['person_id'], of: 'people' },
    { table: 'reminders', columns: ['message_id'], of: 'messages' },
  ],
  // One that is on its way stays, and whom it is for: the sender has it in hand.
  makes: [
    {
      table: 'messages',
      column: 'person_id',
      of: 'people',
      untouched: sql`source = ${SOURCE} and status not in ('waiting', 'sending')`,
    },
  ],
  copiesPeople: [
    {
      table: 'reminders',
      asked: MAYBE_OTHERS,
      theirs: ({ names }) =>
        sql`t.ended_at is null and (${hasWords(sql`t.title`, names)} or ${hasWords(sql`t.text`, names)})`,
      forgotten: deleted('They tell others what to do for somebody who is no longer on record.'),
    },
    {
      table: 'messages',
      asked: MAYBE_OTHERS,
      theirs: ({ names }) =>
        sql`t.source = ${SOURCE} and (${hasWords(sql`t.subject`, names)} or ${hasWords(sql`t.body`, names)})`,
      forgotten: nameless('Reminders to others that name the person.', () => ({ subject: sql`null`, body: sql`''` })),
    },
  ],
  archive: {
    leftOut: { agenda: 'what is due when: hints, made anew from the records' },
    arrives: {
      // The installation that wrote them sends them.
      reminders(row, now) {
        if (row.ended_at !== null) return
        Object.assign(row, { ended_at: now, message_id: null, title: '', text: '', said: null, link: null })
      },
    },
  },
})
