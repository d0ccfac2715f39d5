/** The change of a record of which the declaration says it all: it is locked in sight, references are looked up, what differs is set. */
import type { TextRow, Tx } from '../db/database.ts'
import { ident, join, type Sql, sql } from '../db/sql.ts'
import { ApiError, type Problems } from '../errors.ts'
import type { Fields, Sent } from './field.ts'
import { findOne } from './list.ts'
import { lookUpReferences } from './references.ts'
import { type Resource, type Write, type WriteContext, write } from './resource.ts'
import { returning } from './returning.ts'
import { differing, type Table, type Values } from './rows.ts'

/** A change that was made. */
export interface Changed {
  before: TextRow
  after: TextRow
  /** The record as the API prints it. */
  printed: string
}

/** What a declaration of such a change is. */
interface UpdateDeclaration<F extends Fields, U extends Fields> {
  doc: string
  /** A body, for the reference; it feeds the suites too. */
  example: Record<string, unknown>
  /** Names what does not go together. It also runs when fields are wrong already. */
  check?(input: Sent<U>, problems: Problems): void
  /** Values that follow from what was sent. @throws ApiError where the state of the record does not allow the change */
  follows?(tx: Tx, context: WriteContext, before: TextRow, input: Sent<U>): Promise<Values<F>> | Values<F>
  /** What else belongs to it; called where something differs. @returns the record as it is then, where that is another */
  also?(tx: Tx, context: WriteContext, changed: Changed): Promise<string | undefined>
  /** Refusals that it has beside those of every write. */
  refusals?: Write['refusals']
}

/**
 * Declares it. What is sent and stands already changes nothing, `updated_at` neither.
 * @param changed the fields that may be sent
 * @param of the resource, which is declared with it
 */
export const updates = <F extends Fields, U extends Fields>(
  changed: U,
  of: () => Resource<F>,
  { doc, example, check, follows, also, refusals }: UpdateDeclaration<F, U>,
): Write =>
  write({
    fields: changed,
    creates: false,
    unknown: 'ignore',
    doc,
    example,
    ...(refusals && { refusals }),
    async check(db, context: WriteContext, input, problems) {
      check?.(input, problems)
      return await lookUpReferences(db, context, changed, input, problems)
    },
    async run(tx, context: WriteContext, input, found, id) {
      const { name, alone } = of()
      const { caller } = context
      const before = await findOne(tx, of(), caller, id, [], sql`for no key update`)
      if (before === undefined) throw new ApiError('not_found')
      const named = Object.fromEntries([...found].map(([field, { id: record }]) => [field, record]))
      const sent = { ...input, ...named }
      const values = { ...sent, ...(await follows?.(tx, context, before, sent)) } as Values<F>
      const after = await changeRow(tx, { name, printer: alone }, caller.church.id, before, values)
      const printed = alone.print(after)
      if (after === before) return { status: 200, data: printed }
      return { status: 200, data: (await also?.(tx, context, { before, after, printed })) ?? printed }
    },
  })

/**
 * Sets columns of a record that is locked; `updated_at` moves.
 * @returns the row as the printer expects it
 */
export async function setRow<F extends Fields>(
  tx: Tx,
  { name, printer }: Table<F>,
  church: number,
  id: number,
  sets: Sql,
): Promise<TextRow> {
  const updated = sql`update ${ident(name)} as t set ${sets}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${id}`
  const [row] = await tx.text(returning(updated, printer, church))
  if (row === undefined) throw new Error(`Record ${id} of ${name} is gone.`)
  return row
}

/**
 * Changes what differs; `updated_at` moves only where something does.
 * @param before the row, locked
 */
export async function changeRow<F extends Fields>(
  tx: Tx,
  table: Table<F>,
  church: number,
  before: TextRow,
  values: Values<F>,
): Promise<TextRow> {
  const changed = differing(table.printer, before, values)
  if (changed.length === 0) return before
  const sets = join(changed.map(([name, value]) => sql`${ident(name)} = ${value}`))
  return await setRow(tx, table, church, Number(table.printer.column(before, 'id')), sets)
}
