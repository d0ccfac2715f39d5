/** Asks that an import is taken back; the records follow in steps (`take-back-step.ts`). */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { ImportedBy } from '../../resource/import-record.ts'
import { Json } from '../../resource/json.ts'
import { importingRoles, type RecordOf } from '../../resource/resource.ts'
import { ADMINISTRATORS, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { setRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import type { Hindrance } from '../../texts/stay-reasons.ts'
import { imports } from './imports.ts'
import { hasHidden } from './out-of-sight.ts'

/** Days for which an import can be taken back. */
export const UNDO_DAYS = 30

/** Who may ask for it at all; of which kinds, each resource tells. */
export const MAY_UNDO = within([...ADMINISTRATORS, 'finance', 'staff'])

const { alone } = imports

/** Whoever may import such records may take an import of them back. Asking again changes nothing. */
export const undoImport = action({
  name: 'imports.undo',
  logged: 'Took an import back',
  done: 'The import is being taken back.',
  may: MAY_UNDO,
  stepUp: true,
  fields: { id: field.ref().required() },
  on: imports,
  when: { status: ['completed', 'undoing'] },
  async run(tx, { caller, house, note }, { id }, _prepared, before) {
    const kind = alone.column(before, 'kind') ?? ''
    checkKind(house, caller, kind)
    note({ detail: { kind, file_name: alone.column(before, 'file_name') } })
    if (alone.column(before, 'status') === 'undoing')
      return new Json<RecordOf<typeof imports.fields>>(alone.print(before))
    await checkUndoable(tx, house, caller, id)
    const by = byOf(caller)
    const table = { name: imports.name, printer: alone }
    const row = await setRow(
      tx,
      table,
      caller.church.id,
      id,
      sql`status = 'undoing', undone_by_kind = ${by.kind},
      undone_by_name = ${by.name},
      undone_by_member = ${caller.by.kind === 'person' ? caller.by.membership : null}::bigint`,
    )
    return new Json<RecordOf<typeof imports.fields>>(alone.print(row))
  },
})

/** @throws ApiError `not_permitted` for who may not import records of this kind */
export function checkKind(house: HouseFacts, { by }: Caller, kind: string): void {
  // Whoever stands at the terminal may do all of it.
  if (by.kind === 'command') return
  const resource = house.resource(kind)
  if (by.kind === 'person' && resource !== undefined && importingRoles(resource.may).includes(by.role)) return
  const message = because(
    'Your role does not allow to import {kind}, so it does not allow to take such an import back.',
    { kind },
  )
  throw new ApiError('not_permitted', { message })
}

/** @throws ApiError `validation_failed` for an import that is too old, of which nobody kept what it wrote, or some is hidden */
async function checkUndoable(tx: Tx, house: HouseFacts, caller: Caller, id: number): Promise<void> {
  const problem = await hindrance(tx, house, caller, id, tx.now)
  if (problem === undefined) return
  const problems = new Problems()
  problems.add('id', HINDRANCES[problem])
  problems.throwIfAny()
}

/** As what follows *This import*. */
export const HINDRANCES: Readonly<Record<Hindrance, string>> = {
  too_old: because('is older than {days} days, and can no longer be taken back', { days: UNDO_DAYS }),
  not_kept: because('was made before imports could be taken back'),
  hidden: because('has records that you may not see: ask an administrator to take it back'),
}

/** Why the caller cannot take an import back any more; undefined where they can. */
export async function hindrance(
  db: Db,
  house: HouseFacts,
  caller: Caller,
  id: number,
  now: string,
): Promise<Hindrance | undefined> {
  const church = caller.church.id
  const [found] = await db.all<{ late: boolean; line: number | null }>(sql`
    select i.completed_at < ${now}::timestamptz - ${UNDO_DAYS} * interval '1 day' as late, min(r.line) as line
    from imports as i left join import_records as r on r.church_id = ${church} and r.import_id = ${id}
    where i.church_id = ${church} and i.id = any(${idArray([id])}) group by i.church_id, i.id, i.completed_at`)
  if (found?.late) return 'too_old'
  if (found?.line == null) return 'not_kept'
  // It goes back as a whole, or not: what somebody does not see they do not end.
  return (await hasHidden(db, house, caller, id)) ? 'hidden' : undefined
}

/** Who asks, as imports name them. */
function byOf({ by }: Caller): ImportedBy {
  if (by.kind === 'person') return { kind: 'user', name: by.name }
  return { kind: 'command_line', name: null }
}
