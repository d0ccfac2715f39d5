/** What is shown of files that are about to be imported. */
import { sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { personOf } from '../../resource/caller.ts'
import * as field from '../../resource/types.ts'
import type { Said, Worded } from '../../texts/said.ts'
import { may } from './actions.ts'
import type { Decision } from './check.ts'
import { type FileStatus, findFile, type SaidOfFile } from './files.ts'
import { withSaid } from './kinds.ts'
import { BUCKETS, type Bucket, type CheckedRow, type CheckSummary } from './outcomes.ts'
import { readSaid, saidField } from './said.ts'
import { proposeFile } from './shown.ts'

const PAGE = 25

/** What a file is taken for; posted, since what is said of it does not fit into an address. */
export const importFileView = view({
  name: 'import_files.read',
  may,
  posted: true,
  fields: { id: field.ref().required(), said: saidField() },
  async run(reading, caller, { id, said }) {
    const record = await findFile(reading.read, reading.house, caller, id)
    const given = readSaid(said)
    // Where somebody goes on with a file, what they said before counts.
    const all = Object.keys(given).length === 0 ? record.said : given
    const { shown } = await withSaid(() => proposeFile(reading.read, reading.house, caller, record, all))
    return { ...shown, said: all }
  },
})

/** How far a file is. */
export interface FileState {
  id: number
  name: string
  status: FileStatus
  kind: string | null
  /** From 0 to 1. */
  progress: number
  error: Worded | null
  import_id: number | null
  report: CheckSummary | null
  /** What was said of it when it was checked. */
  said: SaidOfFile
  /** False where the file is gone, and its report alone is left. */
  is_whole: boolean
  buckets: Partial<Record<Bucket, number>>
  /** Doubtful rows that nobody has decided on: they are left out. */
  undecided: number
  /** Rows that would be written as it was decided, or were: added, or changing what is on record. */
  written: number
}

export const importCheckView = view({
  name: 'import_files.state',
  may,
  fields: { id: field.ref().required() },
  async run({ read, house }, caller, { id }): Promise<FileState> {
    const { name, status, kind, said, is_whole } = await findFile(read, house, caller, id)
    const church = caller.church.id
    const more = await read.first<{
      progress: number
      error: string | null
      fault: string | null
      import_id: number | null
      report: string | null
    }>(
      sql`select progress, error, fault::text, import_id, report::text from import_files where church_id = ${church} and id = ${id}`,
    )
    const counts = await read.all<{
      bucket: Bucket
      n: number
      open: number
      chosen: number
    }>(sql`select bucket, count(*)::int as n,
        count(*) filter (where decision is null)::int as open,
        count(*) filter (where bucket in ('new', 'changed')
          or bucket = 'doubtful' and decision in ('same', 'other') and ${status !== 'done'})::int as chosen
      from import_file_rows where church_id = ${church} and file_id = ${id} group by bucket`)
    return {
      id,
      name,
      status,
      kind,
      progress: more?.progress ?? 0,
      error: more?.fault ? (JSON.parse(more.fault) as Said) : (more?.error ?? null),
      import_id: more?.import_id ?? null,
      report: more?.report ? (JSON.parse(more.report) as CheckSummary) : null,
      said,
      is_whole,
      buckets: Object.fromEntries(counts.map(({ bucket, n }) => [bucket, n])),
      undecided: counts.find(({ bucket }) => bucket === 'doubtful')?.open ?? 0,
      written: counts.reduce((sum, { chosen }) => sum + chosen, 0),
    }
  },
})

/** A row, and what was decided of it. */
export interface ShownRow extends CheckedRow {
  decision: Decision | null
}

export const importRowsView = view({
  name: 'import_files.rows',
  may,
  fields: {
    id: field.ref().required(),
    bucket: field.oneOf(BUCKETS).required(),
    page: field.integer(1).settable(),
  },
  async run(
    { read, house },
    caller,
    { id, bucket, page = 1 },
  ): Promise<{ rows: ShownRow[]; total: number; pages: number }> {
    await findFile(read, house, caller, id)
    const church = caller.church.id
    const total = await read.first<{ n: number }>(sql`select count(*)::int as n from import_file_rows
      where church_id = ${church} and file_id = ${id} and bucket = ${bucket}`)
    const rows = await read.all<
      Omit<ShownRow, 'shown'> & { shown: string }
    >(sql`select line, bucket, shown::text, decision
      from import_file_rows where church_id = ${church} and file_id = ${id} and bucket = ${bucket}
      order by line limit ${PAGE} offset ${(page - 1) * PAGE}`)
    const n = total?.n ?? 0
    return {
      rows: rows.map(row => ({ ...row, shown: JSON.parse(row.shown) as CheckedRow['shown'] })),
      total: n,
      pages: Math.max(1, Math.ceil(n / PAGE)),
    }
  },
})

/** Files of whoever asks that are there. */
export const importFilesView = view({
  name: 'import_files',
  may,
  fields: {},
  async run({ read }, caller) {
    const files = await read.all<{ id: number; name: string; status: FileStatus; kind: string | null }>(
      sql`select id, name, status, kind from import_files
        where church_id = ${caller.church.id} and user_id = ${personOf(caller).id} and emptied_at is null
        order by id desc`,
    )
    return { files }
  },
})
