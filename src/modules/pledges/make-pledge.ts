/** Makes a pledge, whoever asks for it: the row, its givers, its totals and its event, in the transaction of whoever does. */
import type { TextRow, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import type { Frequency } from '../../lib/periods.ts'
import type { Church } from '../../resource/caller.ts'
import { tally } from '../../resource/tally.ts'
import { because } from '../../texts/because.ts'
import { pledgePrinter } from './fields.ts'
import { addGivers, freeGivers, type Pledger, taken } from './givers.ts'
import { minorRate } from './rates.ts'

const { column, columnsIn, print } = pledgePrinter

/** Told to receivers, with the pledge as the API shows it. */
export const pledgeCreated = specified('giving.pledge_created', 'Pledge')

/** A pledge with everything settled: defaults applied, references looked up, its worth in the church currency known. */
export interface SettledPledge extends Pledger {
  campaign_id: number
  branch_id: number
  amount: number
  currency: string
  /** Units of the church currency for one unit, as decimal text. */
  rate: string
  amount_base: number
  pledged_on: string
  source: string
  donor_name?: string | null
  donor_email?: string | null
  frequency?: Frequency | null
  note?: string | null
  /** Of the public page. */
  form_id?: string
  sender?: string | null
}

/** What is wrong with a campaign that takes no pledges any more. */
export const CLOSED = because('is closed')

/** Holds a campaign against being closed. @throws ApiError `validation_failed` where it takes no pledges (any more) */
export async function holdOpen(tx: Tx, church: number, campaign: number): Promise<void> {
  const found = await tx.first<{ status: string }>(
    sql`select status from pledge_campaigns where church_id = ${church} and id = ${campaign} for share`,
  )
  const problems = new Problems()
  if (found?.status !== 'open') problems.add('campaign_id', CLOSED)
  problems.throwIfAny()
}

/** The row as `pledgePrinter` expects it. */
export async function pledgeRow(tx: Tx, church: number, which: Sql): Promise<TextRow> {
  const [row] = await tx.text(
    sql`select ${columnsIn(church)} from pledges as t where t.church_id = ${church} and ${which}`,
  )
  if (row === undefined) throw new ApiError('not_found')
  return row
}

/**
 * Makes a pledge in a campaign that is held open, and records `giving.pledge_created`.
 * @returns its id and its JSON text; undefined where the same form of the public page made one before
 * @throws ApiError `validation_failed` where nobody's gifts would count: they have pledged already
 */
export async function makePledge(
  tx: Tx,
  church: Church,
  pledge: SettledPledge,
): Promise<{ id: number; data: string } | undefined> {
  const { campaign_id, branch_id, amount_base } = pledge
  const id = await insert(tx, church, pledge)
  if (id === undefined) return undefined
  const { free, allTaken } = await freeGivers(tx, church.id, campaign_id, pledge)
  const count = free.length === 0 ? 0 : await addGivers(tx, church.id, { id, campaign_id }, free)
  if (allTaken || count < Math.min(free.length, 1)) throw new ApiError('validation_failed', { errors: taken(pledge) })
  const data = print(await pledgeRow(tx, church.id, sql`t.id = ${id}`))
  await Promise.all([
    tally(tx, church.id, 'pledges', [{ id, branch_id, status: 'active', n: 1, amount: amount_base }]),
    record(tx, church, pledgeCreated, data),
  ])
  return { id, data }
}

async function insert(tx: Tx, church: Church, pledge: SettledPledge): Promise<number | undefined> {
  const { person_id = null, family_id = null, donor_name = null, donor_email = null, currency, rate } = pledge
  const row = await tx.first<{ id: number }>(sql`insert into pledges (church_id, campaign_id, person_id, family_id,
      donor_name, donor_email, branch_id, amount, currency, rate, minor_rate, amount_base, pledged_on, frequency, note, source,
      form_id, sender, created_at, updated_at)
    values (${church.id}, ${pledge.campaign_id}, ${person_id}, ${family_id}, ${donor_name}, ${donor_email},
      ${pledge.branch_id}, ${pledge.amount}, ${currency}, ${rate}::numeric, ${minorRate(currency, church, rate)}::numeric,
      ${pledge.amount_base}, ${pledge.pledged_on}::date, ${pledge.frequency ?? null}, ${pledge.note ?? null}, ${pledge.source},
      ${pledge.form_id ?? null}, ${pledge.sender ?? null}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (church_id, form_id) where form_id is not null do nothing returning id`)
  return row?.id
}

/** What a change did to the totals. @param before the row, and after it, as `pledgePrinter` expects them */
export async function retally(tx: Tx, church: number, before: TextRow, after: TextRow): Promise<void> {
  const marks = (row: TextRow) => ({
    id: Number(column(row, 'id')),
    branch_id: Number(column(row, 'branch_id')),
    status: column(row, 'status') ?? '',
  })
  const amount = (row: TextRow): bigint => BigInt(column(row, 'amount_base') ?? 0)
  await tally(tx, church, 'pledges', [
    { ...marks(before), n: -1, amount: -amount(before) },
    { ...marks(after), n: 1, amount: amount(after) },
  ])
}
