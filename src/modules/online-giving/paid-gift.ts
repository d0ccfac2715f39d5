/** Finds gifts by what their payment is called. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { PaymentName } from './provider.ts'

/** A gift, and what the provider calls its payment; null until it is paid. `error`: why it was not booked. */
export const paidBy = (
  read: Db,
  church: number,
  { provider, payment: { reference, payment_id } }: { provider: string; payment: PaymentName },
): Promise<{ id: number; payment_id: string | null; error: string | null } | undefined> =>
  read.first(sql`select id, payment_id, error from gifts where church_id = ${church} and provider = ${provider}
      and (reference = ${reference ?? null} or payment_id = ${payment_id ?? null}) order by id limit 1`)
