/** What of a batch actions need: who does it, and what it is like afterwards. */
import type { Tx } from '../../db/database.ts'
import type { Caller } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { batchRow } from './batches.ts'
import { type batchFields, batchPrinter } from './fields.ts'

/** A batch as actions show it. */
export type ShownBatch = Json<RecordOf<typeof batchFields>>

/** The batch as it is now. */
export async function shownBatch(tx: Tx, caller: Caller, id: number): Promise<ShownBatch> {
  return new Json<RecordOf<typeof batchFields>>(batchPrinter.print(await batchRow(tx, caller, id)))
}

/** Who does it: a name that is shown, and what tells one person from another, whatever they are called. */
export function doerOf({ by }: Caller): { name: string; id: string } {
  if (by.kind === 'person') return { name: by.name, id: by.id }
  if (by.kind === 'key') return { name: by.key.name, id: `key ${by.key.id}` }
  return by.kind === 'worker' ? { name: by.name, id: by.name } : { name: 'command line', id: 'command line' }
}
