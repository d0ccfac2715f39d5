/** The lines of a payout, a page at a time: there may be thousands. */
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { view } from '../../resource/action.ts'
import { findOne } from '../../resource/list.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { batches } from './batches.ts'
import type { PayoutLineKind } from './payout-sums.ts'

const PAGE = 100
const MOST_LINES = 1_000_000_000

export interface ShownPayoutLine {
  line: number
  kind: PayoutLineKind
  reference: string
  payment_id: string | null
  amount: number
  fee: number
  happened_on: string | null
  contribution_id: number | null
}

export interface PayoutLines {
  lines: ShownPayoutLine[]
  /** After which line to go on; null at the end. */
  next: number | null
}

export const payoutLines = view({
  name: 'payout_lines',
  may: within(FINANCE),
  fields: {
    id: field.ref('batches').required(),
    after: field.integer(0, MOST_LINES).settable().doc('Lines after this one'),
  },
  async run({ read }, caller, { id, after = 0 }): Promise<PayoutLines> {
    const row = await findOne(read, batches, caller, id)
    if (row === undefined) throw new ApiError('not_found')
    const lines = await read.all<ShownPayoutLine>(sql`select line, kind, reference, payment_id, amount, fee,
        happened_on::text as happened_on, contribution_id from payout_lines
      where church_id = ${caller.church.id} and batch_id = ${id} and line > ${after} order by line limit ${PAGE}`)
    return { lines, next: lines.length < PAGE ? null : (lines.at(-1)?.line ?? null) }
  },
})
