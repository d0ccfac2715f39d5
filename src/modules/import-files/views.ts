/** What is shown of files that are about to be imported. */

import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { guarded } from '../../lib/csv-guard.ts'
import { lazily } from '../../lib/lazily.ts'
import { own } from '../../lib/own.ts'
import { view } from '../../resource/action.ts'
import { type Caller, personOf } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { OwnTitles } from '../../resource/import-file.ts'
import type { FileTable } from '../../resource/import-mapping.ts'
import { propose } from '../../resource/import-proposal.ts'
import { ownColumn } from '../../resource/own-column.ts'
import * as field from '../../resource/types.ts'
import { msg, type Say } from '../../texts/language.ts'
import type { Said, Worded } from '../../texts/said.ts'
import { languageFor } from '../../texts/spoken.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import { may } from './actions.ts'
import type { Decision } from './check.ts'
import { type FileRecord, type FileStatus, findFile, openFile, type SaidOfFile } from './files.ts'
import { inWords, kindsFor } from './kinds.ts'
import { BUCKETS, type Bucket, type CheckedRow, type CheckSummary } from './outcomes.ts'
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
  error: Worded | null
  import_id: number | null
  report: CheckSummary | null
  /** What was said of it when it was checked. */
  said: SaidOfFile
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
  async run({ read }, caller, { id }): Promise<FileState> {
    const { name, status, kind, said } = await findFile(read, caller, id)
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
  async run({ read, house }, caller, { id }): Promise<MadeText> {
    const { say } = languageFor(caller.church)
    const refused = await rowsOfFile(read, caller, id, 'refused')
    const file = await tableOf(read, house, caller, id, say)
    return sameColumns(file, 'refused', [say('Why it was refused')], line => {
      const row = refused.get(line)
      return row && [whyRefused(row, file.called)]
    })
  },
})

/** Every row of a file with what became of it, in the columns of the file: to be kept, or handed on. */
export const reportView = view({
  name: 'import_files.report',
  may,
  posted: true,
  fields: { id: field.ref().required() },
  async run({ read, house }, caller, { id }): Promise<MadeText> {
    const { say } = languageFor(caller.church)
    const rows = await rowsOfFile(read, caller, id)
    const file = await tableOf(read, house, caller, id, say)
    return sameColumns(file, 'report', [say('What became of it'), say('Whom it names'), say('Why')], line => {
      const row = rows.get(line)
      return row && outcomeOf(say, row, file)
    })
  },
})

/** A file that is saved by the page. */
interface MadeText {
  name: string
  text: string
}

type Row = Pick<CheckedRow, 'bucket' | 'shown'> & { decision: Decision | null }

const OUTCOMES: Readonly<Record<Bucket, readonly [would: string, did: string]>> = {
  new: [msg('would be added'), msg('added')],
  changed: [msg('would change what is on record'), msg('changed what was on record')],
  same: [msg('is on record just so'), msg('is on record just so')],
  doubtful: [msg('to be decided'), msg('left out: nobody decided')],
  before: [msg('imported before'), msg('imported before')],
  refused: [msg('refused'), msg('refused')],
}

/** Of doubtful rows. One that is doubtful when it is imported is none of those whose decision was carried out. */
const DECIDED: Readonly<Record<Decision, readonly [would: string, did: string]>> = {
  same: [msg('would change what is on record'), msg('left out: what is on record has changed since it was decided')],
  other: [msg('would be added'), msg('left out: what is on record has changed since it was decided')],
  out: [msg('would be left out'), msg('left out')],
}

function outcomeOf(say: Say, row: Row, { record, called }: TableOfFile): string[] {
  const { bucket, decision, shown } = row
  const words = decision === null || bucket !== 'doubtful' ? OUTCOMES[bucket] : DECIDED[decision]
  const why =
    bucket === 'refused' ? whyRefused(row, called) : (shown.reasons ?? []).map(one => say(wordsOfValue(one))).join(', ')
  const fields = Object.entries(shown.changes ?? {}).map(
    ([name, [before, after]]) => `${say(wordsOfValue(name))}: ${before} → ${after}`,
  )
  const isDone = record.status === 'done'
  return [say(words[Number(isDone)] ?? ''), shown.taken_for ?? '', [why, ...fields].filter(Boolean).join('; ')]
}

const whyRefused = ({ shown: { errors = {} } }: Row, called: TableOfFile['called']): string =>
  Object.entries(errors)
    .map(([name, problem]) => `${called(name)} ${problem}`)
    .join('; ')

/** A file as it came, with what its columns are called. */
interface TableOfFile {
  record: FileRecord
  table: FileTable
  /** What a column of ours is called in it, to whoever reads. */
  called(name: string): string
}

async function tableOf(read: Db, house: HouseFacts, caller: Caller, id: number, say: Say): Promise<TableOfFile> {
  const reported = sql`, (report -> 'titles')::text as titles`
  const { titles: kept, ...record } = await findFile<{ titles: string | null }>(read, caller, id, reported)
  const file = await openFile(read, caller.church, record, record.said)
  const { table, meanings } = await propose(read, caller.church, file, kindsFor(house, caller), record.said)
  const titles = (kept ? JSON.parse(kept) : {}) as OwnTitles
  const labels = new Map(meanings.targets.map(({ name, label }) => [name, label]))
  return {
    record,
    table,
    called: name => ownColumn(say, own(titles, name), say(labels.get(name) ?? wordsOfValue(name))),
  }
}

/** Rows of a file in its own columns, with more behind them. @param more undefined for a row that is left out */
function sameColumns(
  { record, table }: TableOfFile,
  what: string,
  titles: readonly string[],
  more: (line: number) => readonly string[] | undefined,
): MadeText {
  const lines = [[...table.titles, ...titles]]
  for (const { line, cells } of table.rows) {
    const added = more(line)
    if (added !== undefined) lines.push([...table.titles.map((_, at) => cells[at] ?? ''), ...added].map(guarded))
  }
  const name = `${record.name.replace(/\.\w+$/, '')} - ${what}.csv`
  return { name, text: csv().stringify(lines, { bom: true, record_delimiter: 'windows' }) }
}

/** What a check found, or the import did, by line. @param bucket of one kind alone */
async function rowsOfFile(read: Db, caller: Caller, id: number, bucket?: Bucket): Promise<Map<number, Row>> {
  const only = bucket === undefined ? sql`true` : sql`bucket = ${bucket}`
  const rows = await read.all<{ line: number; bucket: Bucket; shown: string; decision: Decision | null }>(sql`
    select line, bucket, shown::text, decision from import_file_rows
    where church_id = ${caller.church.id} and file_id = ${id} and ${only}`)
  return new Map(rows.map(({ line, shown, ...row }) => [line, { ...row, shown: JSON.parse(shown) as Row['shown'] }]))
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
