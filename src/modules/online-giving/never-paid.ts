/** Of what was never paid no name stays, once its giver is forgotten (decision 0021). */
import { sql } from '../../db/sql.ts'

/** A gift whose payment is not what was asked for: money came. */
export const AMOUNT_MISMATCH = 'amount_mismatch'

/** Condition on a gift `t`: it was not paid, and nobody asks any more whether it was. */
export const CAME_TO_NOTHING = sql`(t.status in ('failed', 'expired') and t.look_at is null
  and t.error is distinct from ${AMOUNT_MISMATCH})`

/**
 * Set with what ends a gift unpaid: nothing of a giver who was forgotten while it could still be paid, which their e-mail tells
 * that went then.
 */
export const FORGOTTEN_GIVER = sql`donor_name = case when donor_email = '' then '' else donor_name end,
  note = case when donor_email = '' then null else note end`
