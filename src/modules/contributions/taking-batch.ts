/** Batches that gifts go into: one that is open takes them, until it is closed (decision 0028). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { GOODS } from './fields.ts'

/** A batch as a gift that goes into it needs to know it. */
export interface TakingBatch {
  id: number
  branch_id: number
  counted_on: string
}

interface BatchRow extends TakingBatch {
  status: string
  kind: string
}

const NO_SUCH_BATCH = because('names no batch that you can use')

const batchRow = (db: Db | Tx, church: number, id: number, lock = sql``): Promise<BatchRow | undefined> =>
  db.first<BatchRow>(sql`select id, branch_id, counted_on::text as counted_on, status, kind from batches
    where church_id = ${church} and id = ${id} ${lock}`)

function name(batch: BatchRow | undefined, caller: Caller, problems: Problems): void {
  if (batch === undefined || !canSee(caller, batch.branch_id)) problems.add('batch_id', NO_SUCH_BATCH)
  else if (batch.kind !== 'counting')
    problems.add('batch_id', because('is what a provider paid out: gifts are not typed into it'))
  else if (batch.status !== 'open')
    problems.add(
      'batch_id',
      because('batch {id} is {status}: it takes no more gifts', { id: batch.id, status: batch.status }),
    )
}

/** What is said of goods: they are valued, and not taken to the bank (decision 0028). */
const NO_GOODS = because('takes no goods: they are not taken to the bank')

/**
 * The batch that a gift is to go into.
 * @param method how it was given
 * @param problems gets that there is none, or that it does not take the gift
 */
export async function takingBatch(
  db: Db | Tx,
  caller: Caller,
  { id, method }: { id: number; method: string | undefined },
  problems: Problems,
): Promise<TakingBatch | undefined> {
  const batch = await batchRow(db, caller.church.id, id)
  name(batch, caller, problems)
  if (method === GOODS) problems.add('batch_id', NO_GOODS)
  return batch
}

/**
 * The same, held open until the transaction ends: whoever closes it waits for the gifts that are on their way, and those that
 * come later are refused.
 * @throws ApiError `validation_failed`
 */
export async function holdOpen(tx: Tx, caller: Caller, id: number): Promise<void> {
  const problems = new Problems()
  name(await batchRow(tx, caller.church.id, id, sql`for share`), caller, problems)
  problems.throwIfAny()
}
