/** Voids a gift: it stays on record and no longer counts (spec, Contribution status; decisions, People). */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { recordMany } from '../../events/record.ts'
import { printTimestamp, today } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { returning } from '../../resource/returning.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { summed, tally } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { contributions } from './contributions.ts'
import { contributionPrinter } from './fields.ts'
import { type Books, type Correction, type CorrectionCause, tellCorrections } from './what-follows.ts'

const { column, print } = contributionPrinter

const shown = (text: string) => new Json<RecordOf<typeof contributions.fields>>(text)

/** Records `contribution.voided`. Voiding a gift again changes nothing. */
export const voidContribution = action({
  name: 'contributions.void',
  logged: 'Voided a gift',
  label: 'Void…',
  asks: 'Void this gift',
  submit: 'Void gift',
  confirm:
    'The gift of {amount} to {fund_name} on {given_on} stays in the list, marked as void, and is left out of every total. This cannot be undone: if you void a gift by mistake, record it again.',
  done: 'The gift of {amount} was voided.',
  may: within(FINANCE),
  stepUp: true,
  fields: {
    id: field.ref().required(),
    reason: field.text(500).settable().label('Reason', 'Shown to anyone who looks at this gift later.'),
    bounced: field
      .boolean()
      .settable()
      .label('The bank sent it back', 'A cheque that bounced, or a transfer that was reversed.'),
  },
  on: contributions,
  offered: { status: ['posted'] },
  demands: ['reason'],
  // What the bank sends back was taken to it.
  askedWith: { bounced: 'batch_id' },
  async run(tx, { caller, clock, house }, { id, reason, bounced = false }, _prepared, before) {
    if (column(before, 'status') === 'void') return shown(print(before))
    const { by, church } = caller
    const name = by.kind === 'person' ? by.name : null
    const happened_on = today(clock.now(), church.timezone)
    const voiding = { reason: reason ?? null, by: name, bounced, happened_on }
    const [row = before] = await voidGifts(tx, { church, house }, [id], voiding)
    return shown(print(row))
  },
})

/** Why gifts are voided, and by whom. */
export interface Voiding {
  reason: string | null
  /** The name of whoever does it; null for the command line, and where the machine does. */
  by: string | null
  /** Where the machine does: since money went back, or since it did not after all. */
  cause?: Exclude<CorrectionCause, 'voided' | 'bounced'>
  /** Where a person does: the bank sent the money back. */
  bounced?: boolean
  /** The day at the church, `YYYY-MM-DD`; that of the transaction unless it is said. */
  happened_on?: string
}

/**
 * Voids gifts that are posted; each gets its `contribution.voided`, and what follows happens (`what-follows.ts`).
 * @returns the rows as `contributionPrinter` expects them
 */
export async function voidGifts(
  tx: Tx,
  books: Books,
  ids: readonly number[],
  voiding: Voiding,
): Promise<readonly TextRow[]> {
  const { church } = books
  const rows = await setVoid(tx, church, ids, voiding)
  const { reason, bounced = false, cause = bounced ? 'bounced' : 'voided' } = voiding
  const { happened_on = today(new Date(printTimestamp(tx.now)), church.timezone) } = voiding
  const corrections = rows.map(
    (row): Correction => ({
      ...giftRef(row),
      cause,
      replaced_by: null,
      change: -Number(column(row, 'amount')),
      change_base: -Number(column(row, 'amount_base')),
      happened_on,
      reason,
    }),
  )
  await tellCorrections(tx, books, corrections)
  return rows
}

/** Which gift is corrected. */
export const giftRef = (row: TextRow) => ({
  contribution_id: Number(column(row, 'id')),
  branch_id: Number(column(row, 'branch_id')),
  fund_id: Number(column(row, 'fund_id')),
  currency: column(row, 'currency') ?? '',
})

/** Voids gifts, with their totals and events; who calls it says what follows. */
export async function setVoid(
  tx: Tx,
  church: Church,
  ids: readonly number[],
  { reason, by, cause }: Voiding,
): Promise<readonly TextRow[]> {
  const rows = await tx.text(
    returning(
      sql`update contributions as t set status = 'void', void_reason = ${reason}, voided_by = ${by},
        void_cause = ${cause ?? null}, voided_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = any(${idArray(ids)}) and status = 'posted'`,
      contributionPrinter,
      church.id,
    ),
  )
  if (rows.length === 0) return rows
  const deltas = rows.flatMap(row => {
    const marks = {
      id: Number(column(row, 'id')),
      branch_id: Number(column(row, 'branch_id')),
      day: column(row, 'given_on') ?? undefined,
    }
    const amount = BigInt(column(row, 'amount_base') ?? 0)
    return [
      { ...marks, status: 'posted', n: -1, amount: -amount },
      { ...marks, status: 'void', n: 1, amount },
    ]
  })
  await tally(tx, church.id, 'contributions', summed(deltas))
  await recordMany(
    tx,
    church,
    'contribution.voided',
    rows.map(row => print(row)),
  )
  return rows
}
