/** What becomes of the gifts of somebody who is forgotten. */
import { sql } from '../../db/sql.ts'
import { kept } from '../../resource/forgetting.ts'

/** The entry stays as it was booked, with the name of who gave; how to reach them is no part of it. */
export const inTheBooks = kept(
  'The law on bookkeeping makes a church keep what was given: amount, day, fund, reference and note, and the name of who gave.',
  {
    alsoBy: ['donor_email', 'donor_phone'],
    blank: ({ name }) => ({
      donor_name: sql`case when t.person_id is null then t.donor_name else coalesce(t.donor_name, ${name}) end`,
      donor_email: sql`null`,
      donor_phone: sql`null`,
      person_id: sql`null`,
    }),
  },
)
