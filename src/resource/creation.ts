/** The creation of a record of which the declaration says it all: references are looked up, the row is inserted, printed. */
import type { TextRow, Tx } from '../db/database.ts'
import { ident, join, sql } from '../db/sql.ts'
import type { Problems } from '../errors.ts'
import type { Caller } from './caller.ts'
import type { Fields, Sent } from './field.ts'
import { lookUpReferences } from './references.ts'
import { type Referred, type Resource, type Write, type WriteContext, write } from './resource.ts'
import { returning } from './returning.ts'
import { given, type Table, type Values } from './rows.ts'

/** What a declaration of such a creation is. */
interface CreationDeclaration<F extends Fields> {
  doc: string
  /** A body, for the reference; it feeds the suites too. */
  example: Record<string, unknown>
  /** The field whose record's branch is the default of `branch_id`, before that of who asks. */
  branchOf?: keyof F & string
  /** Names what does not go together. It also runs when fields are wrong already. */
  check?(input: Sent<F>, problems: Problems): void
  /** Values that nobody sends. */
  values?(caller: Caller): Values<F>
  /** Values that follow from what was sent. @param values all that will be stored otherwise */
  follows?(tx: Tx, context: WriteContext, values: Values<F>): Promise<Values<F>>
  /** What else belongs to it, such as its event. */
  also?(tx: Tx, caller: Caller, printed: string, context: WriteContext): Promise<void>
}

/**
 * Declares it.
 * @param of the resource, which is declared with it
 */
export const creates = <F extends Fields>(
  fields: F,
  of: () => Resource<F>,
  { doc, example, branchOf, check, values, follows, also }: CreationDeclaration<F>,
): Write =>
  write({
    fields,
    creates: true,
    declared: true,
    unknown: 'ignore',
    doc,
    example,
    lookedUp: input => (branchOf !== undefined && typeof member(input, branchOf) === 'number' ? ['branch_id'] : []),
    async check(db, context: WriteContext, input, problems) {
      check?.(input, problems)
      return await lookUpReferences(db, context, fields, input, problems)
    },
    async run(tx, context: WriteContext, input, found) {
      const { caller } = context
      const { name, alone } = of()
      const named = Object.fromEntries([...found].map(([field, { id }]) => [field, id]))
      const branch = fields.branch_id && { branch_id: branchFor(caller, found, branchOf) }
      // What was sent comes last, but for the ids: a reference may lead to another record than the one that was named.
      const all = { ...values?.(caller), ...branch, ...input, ...named } as Values<F>
      const whole = follows === undefined ? all : { ...all, ...(await follows(tx, context, all)) }
      const row = await insertRow(tx, { name, printer: alone }, caller.church.id, whole)
      const data = alone.print(row)
      await also?.(tx, caller, data, context)
      return { status: 201, data, created: Number(alone.column(row, 'id')) }
    },
  })

const member = (input: object, name: string): unknown => (input as Record<string, unknown>)[name]

/** The default branch (decisions, "Default branch"). */
const branchFor = (caller: Caller, found: ReadonlyMap<string, Referred>, branchOf: string | undefined): number =>
  found.get(branchOf ?? '')?.branch_id ?? caller.branch_id ?? caller.church.hq_branch_id

/**
 * Inserts a record of a church, made and changed at the moment of the transaction.
 * @returns the row as the printer expects it
 */
export async function insertRow<F extends Fields>(
  tx: Tx,
  { name, printer }: Table<F>,
  church: number,
  values: Values<F>,
): Promise<TextRow> {
  const all = given(values)
  const inserted = sql`insert into ${ident(name)} as t (church_id, created_at, updated_at,
      ${join(all.map(([column]) => ident(column)))})
    values (${church}, ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${join(all.map(([, value]) => sql`${value}`))})`
  const [row] = await tx.text(returning(inserted, printer, church))
  if (row === undefined) throw new Error(`Nothing was inserted into ${name}.`)
  return row
}
