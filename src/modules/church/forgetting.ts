/** What the core keeps of requests and notices that tell of somebody who is forgotten. */
import { sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted, hasWords, nameless, tellsOf } from '../../resource/forgetting.ts'

/** What a request is answered that is sent once more: with its own answer it would tell of them, without one it would be done again. */
const GONE = JSON.stringify({
  ok: false,
  error: 'not_found',
  message: 'What this request did was for somebody who has been forgotten since.',
})

export const churchCopies: readonly CopiesPeople[] = [
  {
    table: 'idempotency_keys',
    words: { one: 'answer to another program', many: 'answers to other programs' },
    theirs: forgotten => tellsOf(sql`t.body`, forgotten),
    forgotten: nameless('That a request was answered stays, so that it is not done again; its answer goes.', () => ({
      status: sql`404`,
      location: sql`null`,
      body: sql`${GONE}`,
    })),
  },
  {
    table: 'notices',
    words: { one: 'notice', many: 'notices' },
    theirs: ({ names, addresses }) => hasWords(sql`(t.title || ' ' || t.body)`, [...names, ...addresses]),
    forgotten: deleted('They name the person.'),
  },
]
