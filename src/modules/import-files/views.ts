/** What is shown of files that are about to be imported. */

import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { guarded } from '../../lib/csv-guard.ts'
import { lazily } from '../../lib/lazily.ts'
import { view } from '../../resource/action.ts'
import { type Caller, personOf } from '../../resource/caller.ts'
import { propose } from '../../resource/import-proposal.ts'
import * as field from '../../resource/types.ts'
import { may } from './actions.ts'
import { BUCKETS, type Bucket, type CheckedRow, type CheckSummary, type Decision } from './check.ts'
import { type FileStatus, findFile, openFile } from './files.ts'
import { inWords, kindsFor } from './kinds.ts'
import { readSaid, saidField } from './said.ts'
import { proposeFile } from './shown.ts'

const PAGE = 25

const csv = lazily<typeof import('csv-stringify/sync')>('csv-stringify/sync')

/** What a file is taken for; posted, since what is said of it does not fit into an address. */
export const importFileView = view({
  name: 'import_files.read',
  may,
  posted: true,
  fields: { id: field.ref().required(), said: saidField() },
  async run(reading, caller, { id, said }) {
    const record = await findFile(reading.read, caller, id)
    const given = readSaid(said)
    // Where somebody goes on with a file, what they said before counts.
    const all = Object.keys(given).length === 0 ? record.said : given
    const { shown } = await inWords(() => proposeFile(reading.read, reading.house, caller, record, all))
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
  error: string | null
  import_id: number | null
  report: CheckSummary | null
  buckets: Partial<Record<Bucket, number>>
  /** Doubtful rows that nobody has decided on: they are left out. */
  undecided: number
}

export const importCheckView = view({
  name: 'import_files.state',
  may,
  fields: { id: field.ref().required() },
  async run({ read }, caller, { id }): Promise<FileState> {
    const { name, status, kind } = await findFile(read, caller, id)
    const church = caller.church.id
    const more = await read.first<{
      progress: number
      error: string | null
      import_id: number | null
      report: string | null
    }>(
      sql`select progress, error, import_id, report::text from import_files where church_id = ${church} and id = ${id}`,
    )
    const counts = await read.all<{ bucket: Bucket; n: number; open: number }>(sql`select bucket, count(*)::int as n,
        count(*) filter (where decision is null)::int as open
      from import_file_rows where church_id = ${church} and file_id = ${id} group by bucket`)
    return {
      id,
      name,
      status,
      kind,
      progress: more?.progress ?? 0,
      error: more?.error ?? null,
      import_id: more?.import_id ?? null,
      report: more?.report ? (JSON.parse(more.report) as CheckSummary) : null,
      buckets: Object.fromEntries(counts.map(({ bucket, n }) => [bucket, n])),
      undecided: counts.find(({ bucket }) => bucket === 'doubtful')?.open ?? 0,
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
  async run({ read }, caller, { id, bucket, page = 1 }): Promise<{ rows: ShownRow[]; total: number; pages: number }> {
    await findFile(read, caller, id)
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

/** The refused rows in the columns of the file, with the reasons behind them: to be mended and imported. */
export const refusedView = view({
  name: 'import_files.refused',
  may,
  posted: true,
  fields: { id: field.ref().required() },
  async run({ read, house }, caller, { id }): Promise<{ name: string; text: string }> {
    const record = await findFile(read, caller, id)
    const reasons = await refusedLines(read, caller, id)
    const file = await openFile(read, caller.church.id, record, record.said)
    const { table } = await propose(read, caller.church, file, kindsFor(house, caller), record.said)
    const refused = table.rows.flatMap(({ line, cells }) => {
      const why = reasons.get(line)
      return why === undefined ? [] : [[...table.titles.map((_, at) => guarded(cells[at] ?? '')), why]]
    })
    const name = record.name.replace(/\.\w+$/, '')
    const lines = [[...table.titles, 'Why it was refused'], ...refused]
    return { name: `${name} - refused.csv`, text: csv().stringify(lines, { bom: true, record_delimiter: 'windows' }) }
  },
})

async function refusedLines(read: Db, caller: Caller, id: number): Promise<Map<number, string>> {
  const rows = await read.all<{ line: number; shown: string }>(sql`select line, shown::text from import_file_rows
    where church_id = ${caller.church.id} and file_id = ${id} and bucket = 'refused'`)
  return new Map(
    rows.map(({ line, shown }) => {
      const { errors = {} } = JSON.parse(shown) as CheckedRow['shown']
      const why = Object.entries(errors).map(([name, problem]) => `${name} ${problem}`)
      return [line, why.join('; ')]
    }),
  )
}

/** Files of whoever asks that are not forgotten yet. */
export const importFilesView = view({
  name: 'import_files',
  may,
  fields: {},
  async run({ read }, caller) {
    const files = await read.all<{ id: number; name: string; status: FileStatus; kind: string | null }>(
      sql`select id, name, status, kind from import_files
        where church_id = ${caller.church.id} and user_id = ${personOf(caller).id} order by id desc`,
    )
    return { files }
  },
})
