/** Puts details of a child on record: one record a child, whoever writes it. No event tells of it, and no answer that is kept repeats it. */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import type { JsonSchema, Sent } from '../../resource/field.ts'
import { findOne } from '../../resource/list.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type Answer, type Referred, type WriteContext, write } from '../../resource/resource.ts'
import { changeRow } from '../../resource/update.ts'
import { type ChildChange, changedFields, childFields, childPrinter } from './fields.ts'
import { withGradeSpelt } from './grades.ts'

const TABLE = { name: 'child_details', printer: childPrinter } as const

/** How the resource finds a record of its own. */
const SIGHTED = { name: TABLE.name, alone: childPrinter, limitTo: 'branch_id' } as const

/**
 * The details of a child, locked; where there are none yet, they are begun.
 * @returns the row as `childPrinter` expects it, and whether it was begun
 */
export async function holdDetails(
  tx: Tx,
  church: number,
  person: Pick<Referred, 'id' | 'branch_id'>,
): Promise<{ row: TextRow; begun: boolean }> {
  const begun = await tx.run(sql`insert into child_details (church_id, person_id, branch_id, created_at, updated_at)
    values (${church}, ${person.id}, ${person.branch_id}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (church_id, person_id) do nothing`)
  const [row] = await tx.text(sql`select ${childPrinter.columns} from child_details as t
    where church_id = ${church} and person_id = ${person.id} for no key update`)
  if (row === undefined) throw new ApiError('not_found')
  return { row, begun: begun === 1 }
}

/** Changes what differs. @param before locked @returns the row as `childPrinter` expects it */
export const changeDetails = (tx: Tx, church: number, before: TextRow, change: ChildChange): Promise<TextRow> =>
  changeRow(tx, TABLE, church, before, change)

const ANSWER: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, person_id: { type: 'integer' } },
  required: ['id'],
}

const DUPLICATE = {
  duplicate: {
    type: 'boolean',
    description: 'True when details of this child were there already: nothing was changed',
  },
} as const

const NOBODY: Referred = { id: 0, branch_id: 0 }

/** Answers with the ids alone: answers of requests that may be sent twice are kept. */
export const createDetails = write({
  fields: childFields,
  creates: true,
  unknown: 'ignore',
  doc: 'Records what is known of a child; where something is on record already, it stays as it is. Answers with the ids alone',
  example: { person_id: 1, grade: '3', label_note: 'peanuts', photo_ok: false },
  meta: DUPLICATE,
  answers: {
    data: ANSWER,
    meta: { type: 'object', properties: DUPLICATE },
    refusals: [],
    example: { id: 1, person_id: 1 },
  },
  async check(db: Db, context: WriteContext, input: Sent<typeof childFields>, problems: Problems): Promise<Referred> {
    const found = await lookUpReferences(db, context, childFields, input, problems)
    return found.get('person_id') ?? NOBODY
  },
  async run(tx, { caller }: WriteContext, { person_id: _, ...input }, person): Promise<Answer> {
    const church = caller.church.id
    const { row, begun } = await holdDetails(tx, church, person)
    const id = Number(childPrinter.column(row, 'id'))
    const data = JSON.stringify({ id, person_id: person.id })
    if (!begun) return { status: 200, data, meta: { duplicate: true } }
    await changeDetails(tx, church, row, await withGradeSpelt(tx, church, input))
    return { status: 201, data, created: id }
  },
})

export const updateDetails = write({
  fields: changedFields,
  creates: false,
  unknown: 'ignore',
  doc: 'Changes what is known of a child',
  example: { label_note: 'asthma' },
  check: async () => undefined,
  async run(tx, { caller }: WriteContext, input, _found, id): Promise<Answer> {
    const before = await findOne(tx, SIGHTED, caller, id, [], sql`for no key update`)
    if (before === undefined) throw new ApiError('not_found')
    const after = await changeDetails(tx, caller.church.id, before, await withGradeSpelt(tx, caller.church.id, input))
    return { status: 200, data: childPrinter.print(after) }
  },
})
