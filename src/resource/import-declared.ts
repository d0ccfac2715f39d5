/** The importer of a resource whose declaration says it all: its columns are its fields, its rows what `create` makes of them. */
import type { Db } from '../db/database.ts'
import { ApiError, Problems } from '../errors.ts'
import type { AmountColumn } from '../lib/amount-column.ts'
import type { Worded } from '../texts/said.ts'
import { runWrite } from './act.ts'
import { Field, type Fields, type Sent } from './field.ts'
import { type CheckedRow, type ImportColumns, readRows } from './import.ts'
import { amountColumn, amountOf, minorColumn, noteAmounts } from './import-amounts.ts'
import { type Importer, importer } from './import-declaration.ts'
import { changedMeanwhile } from './import-file.ts'
import { type Meanings, targetsOf } from './import-meanings.ts'
import type { Importing } from './import-record.ts'
import { addRefusal, type ImportReport, inBatches, isNoted, leftOutNote, refuse } from './import-report.ts'
import type { FromRow } from './import-rows.ts'
import { type BroughtStates, checkStates, stateColumns } from './import-states.ts'
import type { FindNamed, RowNames } from './in-files.ts'
import { labelOf } from './labels.ts'
import { type NamedReference, namedReferences } from './named-references.ts'
import type { AskedHouse, InFiles, Resource, Write, WriteContext } from './resource.ts'

/** Rows that are judged at once. */
const BATCH = 100

/** A row that is accepted: the body that the API would be sent. */
interface DeclaredRow extends FromRow {
  line: number
  input: Sent<Fields>
}

/** The importer of a resource; undefined where its records cannot be imported. */
export function importerOf(resource: Resource, house: AskedHouse): Importer | undefined {
  const { import: special } = resource
  if (special === null) return undefined
  if (special !== undefined && 'read' in special) return special
  const { write = resource.create } = special ?? {}
  return write?.declared ? declaredImporter(resource, write, special ?? {}, house) : undefined
}

/** What the columns of its files are. */
interface Layout {
  /** Fields of the creation that hold money. */
  amounts: readonly string[]
  references: readonly NamedReference[]
  /** States that rows may say, and nobody sets. */
  brings: BroughtStates
  columns: Omit<ImportColumns<Fields>, 'ignoreUnknown'>
}

function declaredImporter(resource: Resource, create: Write, special: InFiles, house: AskedHouse): Importer {
  const layout = layoutOf(resource, create.fields, special, house)
  const contextOf = ({ caller, clock }: Importing): WriteContext => ({ caller, clock, house })
  return importer<DeclaredRow>({
    columns: [...Object.keys(layout.columns.fields), ...layout.columns.more].join(', '),
    meanings: meaningsOf(create.fields, layout),
    understands: layout.amounts.length > 0 ? ['decimal'] : [],
    read: (db, importing, report) => readDeclared(db, importing, report, create, layout, contextOf(importing)),
    async judge(db, importing, rows, report) {
      const inputs = rows.map(({ input }) => input)
      const notes = await create.noteTogether?.(db, contextOf(importing), inputs)
      report.notes.unshift(...(notes ?? []))
      const wrong = await create.judgeTogether?.(db, contextOf(importing), inputs)
      if (wrong === undefined) return rows
      for (const [at, { errors }] of wrong) addRefusal(report, { line: rows[at]?.line ?? 0, errors: { ...errors } })
      return rows.filter((_, at) => !wrong.has(at))
    },
    async write(tx, importing, rows) {
      const context = contextOf(importing)
      if (create.together !== undefined) {
        const inputs = rows.map(({ input }) => input)
        for (const [at, record_id] of await create.together(tx, context, inputs)) {
          const { line = 0, input: written = {} } = rows[at] ?? {}
          importing.keep([{ line, resource: resource.name, record_id, action: 'created', written }])
        }
        return
      }
      for (const { line, input } of rows) {
        const { created = 0 } = await runWrite(tx, create, context, input, new Problems()).catch(error => {
          throw overtaken(error, line, { ...resource.fields, ...create.fields })
        })
        importing.keep([{ line, resource: resource.name, record_id: created, action: 'created', written: input }])
      }
    },
  })
}

/** What was right when it was read is wrong by now: others have changed what a row names. */
function overtaken(error: unknown, line: number, fields: Fields): unknown {
  if (!(error instanceof ApiError) || error.errors === undefined) return error
  const labels = Object.keys(error.errors).flatMap(name => {
    const label = fields[name]?.spec.label
    return label === undefined ? [] : [[name, label]]
  })
  return changedMeanwhile(line, error.errors, Object.fromEntries(labels))
}

/** A declaration says it all: fields with their labels, and the records that they name. */
function meaningsOf(fields: Fields, { amounts, references, columns }: Layout): Meanings {
  const required = Object.entries(fields).filter(([, { spec }]) => spec.settable && spec.required)
  return {
    targets: targetsOf(columns.fields, columns.more),
    titles: columns.aliases,
    needs: required.map(([name]) => [
      name,
      ...(amounts.includes(name) ? [minorColumn(name)] : []),
      ...references.flatMap(one => (one.field === name ? one.columns : [])),
    ]),
    ...('custom' in columns.fields && { custom: true as const }),
    async known(db, church) {
      const all = await Promise.all(references.map(async ({ named }) => await named.known?.(db, church)))
      return Object.assign({}, ...all)
    },
  }
}

function layoutOf(
  { fields: all }: Resource,
  fields: Fields,
  { aliases = {}, brings = {} }: InFiles,
  house: AskedHouse,
): Layout {
  const settable = Object.entries(fields).filter(([, { spec }]) => spec.settable)
  const amounts = settable.flatMap(([name, { spec }]) => (spec.kind === 'amount' ? [name] : []))
  const references = namedReferences(fields, house)
  const read = {
    ...Object.fromEntries(settable.map(([name, one]) => asRead(name, one, references))),
    ...stateColumns(all, brings),
  }
  const more = [...amounts, ...references.flatMap(({ columns }) => columns)]
  const known = new Set([...Object.keys(read), ...more])
  const labels = settable.flatMap(([name, { spec }]): [string, string][] => {
    const label = labelOf(name, spec.label)
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    return spec.kind === 'record' || known.has(label) ? [] : [[label, name]]
  })
  const others = references.map(({ named }) => named.aliases ?? {})
  const numbers = settable.flatMap(([name, { spec }]) => (['record', 'number'].includes(spec.kind) ? [name] : []))
  const [column] = amounts
  return {
    amounts,
    references,
    brings,
    columns: {
      fields: read,
      more,
      aliases: Object.assign(Object.fromEntries(labels), ...others, aliases),
      readOnly: Object.keys(all).filter(name => !known.has(name)),
      ...('custom' in read && { customPrefix: 'custom.' }),
      ...(column !== undefined && { grouped: { column, beside: [...numbers, ...amounts.map(minorColumn), ...more] } }),
    },
  }
}

/** Whether a reference or an amount is there is judged when all columns that may say it are read. */
function asRead(
  name: string,
  { spec }: Fields[string],
  references: readonly NamedReference[],
): [string, Fields[string]] {
  if (spec.kind === 'amount') return [minorColumn(name), new Field({ ...spec, required: false })]
  const isNamed = references.some(({ field }) => field === name)
  return [name, new Field({ ...spec, required: spec.required && !isNamed })]
}

async function readDeclared(
  db: Db,
  importing: Importing,
  report: ImportReport,
  create: Write,
  { amounts, references, brings, columns: bare }: Layout,
  context: WriteContext,
): Promise<DeclaredRow[]> {
  const { church, file, options, progress } = importing
  const columns: ImportColumns<Fields> = {
    ...bare,
    ignoreUnknown: options.ignoreUnknown === true,
    meant: title => amounts.map(name => amountColumn(name, title, church)).find(name => name !== undefined),
  }
  const noted = new Map<string, AmountColumn>()
  for (const name of amounts) noted.set(name, await noteAmounts(file, name, columns, church, options.decimal))
  const told: ImportColumns<Fields> = { ...columns, leftOut: names => report.notes.push(leftOutNote(names)) }
  const rows: DeclaredRow[] = []
  for await (const batch of inBatches(readRows(file, told, church, progress), BATCH)) {
    const finders = await Promise.all(
      references.map(one =>
        one.named.finder(
          db,
          church,
          batch.map(row => namesIn(row, one)),
          context.caller,
        ),
      ),
    )
    for (const row of batch) checkStates(row, brings)
    const settled = batch.map(row => ({
      row,
      ...settle(row, create.fields, noted, references, finders, church.currency),
    }))
    await Promise.all(settled.map(({ row, input, lost }) => checkRow(db, context, create, input, row.problems, lost)))
    for (const { row, input, notes } of settled) {
      report.rows += 1
      report.notes.push(...notes.filter(note => !isNoted(report, note)))
      if (row.problems.any) refuse(report, row)
      else rows.push({ line: row.line, key: row.key, input })
    }
  }
  return rows
}

/**
 * Judges a row as the API would.
 * @param lost references whose names lead nowhere: that is told, and not that they are missing
 */
async function checkRow(
  db: Db,
  context: WriteContext,
  create: Write,
  input: Sent<Fields>,
  problems: Problems,
  lost: readonly string[],
): Promise<void> {
  const judged = new Problems()
  for (const name of [...lost, ...Object.keys(problems.errors)]) judged.add(name, '')
  await create.check(db, context, input, judged, 0)
  for (const [name, problem] of Object.entries(judged.errors)) if (problem !== '') problems.add(name, problem)
}

/** What a row says of a record that it refers to. */
function namesIn({ input, more }: CheckedRow<Fields>, { field, columns }: NamedReference): RowNames {
  const id = (input as Record<string, unknown>)[field]
  const texts = new Map(columns.flatMap(name => (more.has(name) ? [[name, more.get(name) ?? ''] as const] : [])))
  return { field, id: typeof id === 'number' ? id : undefined, texts }
}

/** A row as the API would be sent it; what is wrong with it is added to its problems. */
function settle(
  row: CheckedRow<Fields>,
  fields: Fields,
  noted: ReadonlyMap<string, AmountColumn>,
  references: readonly NamedReference[],
  finders: readonly FindNamed[],
  own: string,
): { input: Sent<Fields>; lost: string[]; notes: Worded[] } {
  const { more, problems } = row
  const input: Record<string, unknown> = { ...(fields.source?.spec.settable && { source: 'import' }), ...row.input }
  const currency = typeof input.currency === 'string' ? input.currency : own
  for (const [name, column] of noted) {
    const minor = input[minorColumn(name)] as number | undefined
    delete input[minorColumn(name)]
    const amount = amountOf(name, minor, more.get(name), currency, column, problems)
    if (amount !== undefined) input[name] = amount
  }
  const lost: string[] = []
  const notes: Worded[] = []
  for (const [at, reference] of references.entries()) {
    const names = namesIn(row, reference)
    if (names.texts.size === 0) continue
    const found = finders[at]?.(names, problems)
    if (found?.note !== undefined) notes.push(found.note)
    if (found === undefined) lost.push(reference.field)
    else input[reference.field] = found.id
  }
  for (const [name, { spec }] of Object.entries(fields)) {
    const isLooked = noted.has(name) || references.some(({ field }) => field === name)
    const isMissing = input[name] === undefined && !lost.includes(name)
    if (spec.required && isLooked && isMissing) problems.add(name, 'is required')
  }
  return { input: input as Sent<Fields>, lost, notes }
}
