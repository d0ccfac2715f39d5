/** What becomes of the online gifts of somebody who is forgotten. */
import { sql } from '../../db/sql.ts'
import { kept } from '../../resource/forgetting.ts'
import { CAME_TO_NOTHING } from './never-paid.ts'

/** The payment side of gifts; of one that came to nothing no name is needed. One that may still be paid loses it when it ends. */
export const paymentsKept = kept(
  'The law on bookkeeping makes a church keep how a gift was paid, and by whom. Of what was never paid no name stays.',
  {
    alsoBy: ['donor_email'],
    blank: () => ({
      donor_name: sql`case when ${CAME_TO_NOTHING} then '' else t.donor_name end`,
      note: sql`case when not (${CAME_TO_NOTHING}) then t.note end`,
      donor_email: sql`''`,
      checkout_url: sql`null`,
      sender: sql`null`,
      person_id: sql`null`,
    }),
  },
)
