/** What the core keeps of requests and notices that tell of somebody who is forgotten. */
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import {
  type CopiesPeople,
  deleted,
  type Forgotten,
  hasWords,
  MAYBE_OTHERS,
  nameless,
  tellsOf,
} from '../../resource/forgetting.ts'

/** What a request is answered that is sent once more: with its own answer it would tell of them, without one it would be done again. */
const GONE = JSON.stringify({
  ok: false,
  error: 'not_found',
  message: 'What this request did was for somebody who has been forgotten since.',
})

/** Conditions that a request made a record of theirs, such as their family: its answer need not name them. */
const madeFor = ({ church, records }: Forgotten): Sql[] =>
  records.map(
    ({ resource, theirs }) => sql`(t.location like ${`%/${resource}/%`} and substring(t.location from '[0-9]+$') in (
      select t.id::text from ${ident(resource)} as t where t.church_id = ${church.id} and ${theirs}))`,
  )

export const churchCopies: readonly CopiesPeople[] = [
  {
    table: 'idempotency_keys',
    asked: { untold: 'They are copies of records, as another program was answered.' },
    words: { one: 'answer to another program', many: 'answers to other programs' },
    theirs: forgotten => sql`(${join([tellsOf(sql`t.body`, forgotten), ...madeFor(forgotten)], ' or ')})`,
    forgotten: nameless('That a request was answered stays, so that it is not done again; its answer goes.', () => ({
      status: sql`404`,
      location: sql`null`,
      body: sql`${GONE}`,
    })),
  },
  {
    table: 'notices',
    asked: MAYBE_OTHERS,
    words: { one: 'notice', many: 'notices' },
    theirs: ({ names, addresses }) => hasWords(sql`(t.title || ' ' || t.body)`, [...names, ...addresses]),
    forgotten: deleted('They name the person.'),
  },
]
