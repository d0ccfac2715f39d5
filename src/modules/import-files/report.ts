/** What became of the rows of a file, as files: in its own columns while it is kept, later in those of them that were read. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { guarded } from '../../lib/csv-guard.ts'
import { own } from '../../lib/own.ts'
import { view } from '../../resource/action.ts'
import { type Caller, personOf } from '../../resource/caller.ts'
import { csvOf } from '../../resource/csv-text.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { FileRow, OwnTitles } from '../../resource/import-file.ts'
import { titleIndex } from '../../resource/import-guess.ts'
import { type Meanings, plain } from '../../resource/import-meanings.ts'
import { propose } from '../../resource/import-proposal.ts'
import { findOne } from '../../resource/list.ts'
import { ownColumn } from '../../resource/own-column.ts'
import * as field from '../../resource/types.ts'
import { msg, type Say } from '../../texts/language.ts'
import { languageFor } from '../../texts/spoken.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import { imports } from '../imports/imports.ts'
import { may } from './actions.ts'
import type { Decision } from './check.ts'
import { type FileRecord, findFile, openFile } from './files.ts'
import { isTheirs, kindsFor, withSaid } from './kinds.ts'
import type { Bucket, CheckedRow } from './outcomes.ts'
import { type ReportWords, reportWords } from './report-words.ts'

/** The refused rows in the columns of the file, with the reasons behind them: to be mended and imported. */
export const refusedView = view({
  name: 'import_files.refused',
  may,
  posted: true,
  fields: { id: field.ref().required() },
  async run({ read, house }, caller, { id }): Promise<MadeText> {
    const language = languageFor(caller.church)
    const { say } = language
    const refused = await rowsOfFile(read, caller, id, 'refused')
    const file = await tableOf(read, house, caller, id, say, refused)
    const words = reportWords(language, house.resource(file.record.kind ?? ''))
    const { country } = caller.church
    return sameColumns(country, { ...file, titles: file.again }, 'refused', [say('Why it was refused')], line => {
      const row = refused.get(line)
      return row && [words.whyRefused(row.shown.errors ?? {}, file.called)]
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
    const language = languageFor(caller.church)
    const { say } = language
    const rows = await rowsOfFile(read, caller, id)
    const file = await tableOf(read, house, caller, id, say, rows)
    const words = reportWords(language, house.resource(file.record.kind ?? ''))
    const titles = [say('What became of it'), say('Whom it names'), say('Why')]
    return sameColumns(caller.church.country, file, 'report', titles, line => {
      const row = rows.get(line)
      return row && outcomeOf(words, row, file)
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

function outcomeOf(words: ReportWords, row: Row, { record, called }: TableOfFile): string[] {
  const { bucket, decision, shown } = row
  const outcome = decision === null || bucket !== 'doubtful' ? OUTCOMES[bucket] : DECIDED[decision]
  const why = bucket === 'refused' ? words.whyRefused(shown.errors ?? {}, called) : words.reasons(shown.reasons ?? [])
  const changes = Object.entries(shown.changes ?? {}).map(([name, [before, after]]) =>
    words.change(name, before, after),
  )
  const isDone = record.status === 'done'
  return [words.say(outcome[Number(isDone)] ?? ''), words.taken(shown), words.list([why, ...changes].filter(Boolean))]
}

/** A file as it came, or what is left of it, with what its columns are called. */
interface TableOfFile {
  record: FileRecord
  titles: readonly string[]
  /** The same, so that an import knows them. */
  again: readonly string[]
  rows: Iterable<Pick<FileRow, 'line' | 'cells'>>
  /** What a column of ours is called in it, to whoever reads. */
  called(name: string): string
}

/** @param kept its rows, with what became of them */
async function tableOf(
  read: Db,
  house: HouseFacts,
  caller: Caller,
  id: number,
  say: Say,
  kept: ReadonlyMap<number, Row>,
): Promise<TableOfFile> {
  const reported = sql`, (report -> 'titles')::text as own_titles`
  const { own_titles, ...record } = await findFile<{ own_titles: string | null }>(read, house, caller, id, reported)
  const theirs = (own_titles ? JSON.parse(own_titles) : {}) as OwnTitles
  const kinds = kindsFor(house, caller)
  const naming = (meanings: Meanings) => {
    const labels = new Map(meanings.targets.map(({ name, label }) => [name, label]))
    return (name: string) => ownColumn(say, own(theirs, name), say(labels.get(name) ?? wordsOfValue(name)))
  }
  if (!record.is_whole) {
    const meanings = kinds.find(({ kind }) => kind === record.kind)?.importer.meanings
    if (meanings === undefined) throw new ApiError('not_permitted')
    const called = naming(meanings)
    const names = columnsOf(kept, meanings)
    const cellsOf = ({ shown: { said } }: Row): string[] => names.map(name => own(said, name) ?? '')
    const rows = [...kept].map(([line, row]) => ({ line, cells: cellsOf(row) }))
    return { record, titles: names.map(called), again: names.map(knownTitles(say, meanings)), rows, called }
  }
  const { table, meanings } = await withSaid(async () => {
    const file = await openFile(read, caller.church, record, record.said)
    return await propose(read, caller.church, file, kinds, record.said)
  })
  return { record, titles: table.titles, again: table.titles, rows: table.rows, called: naming(meanings) }
}

/** What columns of ours are called where they are to be read again: in the words of whoever reads, if an import knows these. */
function knownTitles(say: Say, meanings: Meanings): (name: string) => string {
  const index = titleIndex(meanings)
  const labels = new Map(meanings.targets.map(({ name, label }) => [name, label]))
  return name => {
    const label = labels.get(name) ?? name
    return [say(label), label].find(title => index.get(plain(title)) === name) ?? name
  }
}

/** What rows say, by our columns, in their order. */
function columnsOf(kept: ReadonlyMap<number, Row>, { targets }: Meanings): string[] {
  const order = new Map(targets.map(({ name }, at) => [name, at]))
  const names = new Set<string>()
  for (const { shown } of kept.values()) for (const name of Object.keys(shown.said)) names.add(name)
  return [...names].sort((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size))
}

/**
 * Rows of a file in its columns, with more behind them, as spreadsheets of the country read them.
 * @param more undefined for a row that is left out
 */
function sameColumns(
  country: string,
  { record, titles: columns, rows }: TableOfFile,
  what: string,
  titles: readonly string[],
  more: (line: number) => readonly string[] | undefined,
): MadeText {
  const lines = [[...columns, ...titles].map(guarded)]
  for (const { line, cells } of rows) {
    const added = more(line)
    if (added !== undefined) lines.push([...columns.map((_, at) => cells[at] ?? ''), ...added].map(guarded))
  }
  const name = `${record.name.replace(/\.\w+$/, '')} - ${what}.csv`
  return { name, text: csvOf(country, lines) }
}

/** What a check found, or the import did, by line. @param bucket of one kind alone */
async function rowsOfFile(read: Db, caller: Caller, id: number, bucket?: Bucket): Promise<Map<number, Row>> {
  const only = bucket === undefined ? sql`true` : sql`bucket = ${bucket}`
  const rows = await read.all<{ line: number; bucket: Bucket; shown: string; decision: Decision | null }>(sql`
    select line, bucket, shown::text, decision from import_file_rows
    where church_id = ${caller.church.id} and file_id = ${id} and ${only} order by line`)
  return new Map(rows.map(({ line, shown, ...row }) => [line, { ...row, shown: JSON.parse(shown) as Row['shown'] }]))
}

/** The file of an import that has a report: of whoever sent it, and nobody else. */
export const importReportView = view({
  name: 'import_report',
  may,
  fields: { id: field.ref('imports').required() },
  async run({ read, house }, caller, { id }) {
    if ((await findOne(read, imports, caller, id)) === undefined) throw new ApiError('not_found')
    const found = await read.first<{ id: number; kind: string }>(sql`select f.id, f.kind from import_files as f
      join imports as i on i.church_id = ${caller.church.id} and i.id = f.import_id and i.status <> 'undone'
      where f.church_id = ${caller.church.id} and f.import_id = ${id} and f.user_id = ${personOf(caller).id} and f.status = 'done'`)
    return { file: found !== undefined && isTheirs(house, caller, found.kind) ? found.id : null }
  },
})
