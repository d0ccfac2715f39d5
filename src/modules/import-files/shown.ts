/** What a file is taken for, as the console shows it: its columns with samples, its values, its days. */
import type { Db } from '../../db/database.ts'
import { tellingLines } from '../../lib/file-text.ts'
import { firstOf } from '../../lib/first-of.ts'
import { own } from '../../lib/own.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import type { FieldKind } from '../../resource/field.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import { textsOf } from '../../resource/import-mapping.ts'
import { plain } from '../../resource/import-meanings.ts'
import { MOST_LINES, nameKey, type OpenName, proposed } from '../../resource/import-names.ts'
import { type Proposal, propose, tellsEncoding } from '../../resource/import-proposal.ts'
import { type FileRecord, type FileStatus, openFile, type SaidOfFile } from './files.ts'
import { kindsFor } from './kinds.ts'
import { decimalOf, type ShownDecimal } from './open-amounts.ts'

const SAMPLES = 3
/** Texts of which they are chosen. */
const MOST_SAMPLED = 50

/** A column of the file. */
export interface ShownColumn {
  title: string
  samples: string[]
  /** '' for one that is left out. */
  target: string
}

/** The values of a column that are to be taken for ours. */
export interface ShownValues {
  target: string
  label: string
  kind: FieldKind
  /** What they may be taken for. */
  choices: string[]
  /** True where any text may stand there. */
  free: boolean
  texts: { text: string; count: number; value: string | null }[]
}

/** Names of which nothing better is said. */
export interface ShownNames {
  /** Whether who surely is meant is taken. */
  match: boolean
  /** Whether rows of open names go in with the name alone; else they are left out. */
  keeps: boolean
  /** Names that surely mean one person; null while names are not looked up. */
  sure: number | null
  /** Those that may mean several, or somebody whose name is nearly that; what was decided of each. */
  open: (OpenName & { said: string | null })[]
}

/** Of a name so many telephones are looked at: those that follow are hardly of other people. */
const MOST_PHONES = 5

/** Names that are asked about at once: those of most rows. */
const MOST_ASKED = 100

export interface ShownFile {
  id: number
  name: string
  status: FileStatus
  rows: number
  encoding: string
  /** True where the encoding is a guess. */
  assumed: boolean
  /** The first lines, where the file does not tell its encoding: they show whether it was said right. */
  lines: string[]
  sheets: string[]
  sheet: string | null
  kind: string
  kinds: { kind: string; many: string }[]
  system: string | null
  remembered: boolean
  columns: ShownColumn[]
  targets: { name: string; label: string; required: boolean }[]
  custom: boolean
  values: ShownValues[]
  /** By target of days: what stands first. */
  days: { target: string; label: string; order: string | null }[]
  /** How amounts are written, where the file leaves it open. */
  decimal: ShownDecimal | null
  /** Whom names may mean; null where the file names nobody by nothing but a name. */
  names: ShownNames | null
  /** Labels of targets of which the file needs one, where it has none of them. */
  missing: string[][]
}

/** Reads a file and proposes what it is. @throws ImportError; ApiError */
export async function proposeFile(
  db: Db,
  house: HouseFacts,
  caller: Caller,
  record: FileRecord,
  said: SaidOfFile,
): Promise<{ proposal: Proposal; shown: ShownFile; file: Awaited<ReturnType<typeof openFile>> }> {
  const file = await openFile(db, caller.church, record, said)
  const kinds = kindsFor(house, caller)
  const proposal = await propose(db, caller.church, file, kinds, said)
  const { meanings, table, columns, values, known, mapping } = proposal
  const labels = new Map(meanings.targets.map(({ name, label }) => [name, label]))
  const targets = new Set(Object.values(mapping.columns))
  const shown: ShownFile = {
    id: record.id,
    name: record.name,
    status: record.status,
    rows: table.rows.size,
    encoding: file.encoding,
    assumed: file.assumed,
    lines: tellsEncoding(file) ? [] : tellingLines(file),
    sheets: [...(file.sheets ?? [])],
    sheet: file.sheet ?? null,
    kind: proposal.kind,
    kinds: kinds.map(({ kind, many }) => ({ kind, many })),
    system: proposal.system ?? null,
    remembered: proposal.remembered,
    columns: table.titles.map((title, at) => {
      const samples = [...new Set(firstOf(textsOf(table, at), MOST_SAMPLED))].slice(0, SAMPLES)
      return { title, samples, target: own(columns, title)?.target ?? '' }
    }),
    targets: meanings.targets
      .filter(({ name, technical }) => !technical || targets.has(name))
      .map(({ name, label, required }) => ({ name, label, required })),
    custom: meanings.custom === true,
    values: Object.entries(values).map(([target, list]) => {
      const one = meanings.targets.find(({ name }) => name === target)
      const choices = known[target]?.names ?? one?.choices ?? one?.usual ?? ['true', 'false']
      const texts = list.map(({ text, count }) => ({
        text,
        count,
        value: own(mapping.values[target], plain(text)) ?? null,
      }))
      return {
        target,
        label: labels.get(target) ?? target,
        kind: one?.kind ?? 'line',
        choices: [...choices],
        free: one?.usual !== undefined,
        texts,
      }
    }),
    days: meanings.targets.flatMap(({ name, label, kind }) =>
      kind === 'date' && targets.has(name) ? [{ target: name, label, order: mapping.days[name] ?? null }] : [],
    ),
    decimal: decimalOf(proposal, caller.church, mapping.decimal || undefined),
    names: await namesOf(db, caller.church, proposal),
    missing: meanings.needs
      .filter(group => !group.some(name => targets.has(name)))
      .map(group => group.map(name => labels.get(name) ?? name)),
  }
  return { proposal, shown, file }
}

/** @returns null where no row has a name and nothing better */
async function namesOf(db: Db, church: Church, { meanings, table, mapping }: Proposal): Promise<ShownNames | null> {
  const { names } = meanings
  if (names === undefined) return null
  const placesOf = (wanted: readonly string[]): number[] =>
    table.titles.flatMap((title, at) => (wanted.includes(own(mapping.columns, title) ?? '') ? [at] : []))
  const [holding, better] = [placesOf([names.target]), placesOf(names.unless)]
  const beside = placesOf(names.phone === undefined ? [] : [names.phone.target])
  const counts = new Map<string, Named>()
  for (const { cells, line } of table.rows) {
    const name = textAt(cells, holding)
    if (name === undefined || textAt(cells, better) !== undefined) continue
    const one = counts.get(nameKey(name)) ?? { name, rows: 0, lines: [], phones: new Set() }
    one.rows += 1
    if (one.lines.length < MOST_LINES) one.lines.push(line)
    const number = textAt(cells, beside)
    if (number !== undefined && one.phones.size < MOST_PHONES) one.phones.add(number)
    counts.set(nameKey(name), one)
  }
  if (counts.size === 0) return null
  const { match = false, said = {} } = mapping.names ?? {}
  if (!match) return { match, keeps: names.keeps, sure: null, open: [] }
  const all = [...counts.values()]
  const [found, holders] = await Promise.all([
    names.find(
      db,
      church,
      all.map(({ name }) => name),
    ),
    names.phone?.holders(
      db,
      church,
      all.flatMap(({ phones }) => [...phones]),
    ),
  ])
  const open = [...counts].flatMap(([key, { phones, ...one }]) => {
    const { sure = false, may: known = [] } = found.get(key) ?? {}
    const having = [...phones].flatMap(number => holders?.(number) ?? [])
    const may = proposed(known, sure ? [] : having)
    const number = own(said, key)
    // Whom a number leads to by the name is surely meant.
    if (may.length === 0 || (sure && !number) || (!number && having.some(({ name }) => nameKey(name) === key)))
      return []
    // A number that is none of theirs any more decides nothing.
    const holds = number === '' || may.some(({ member_no }) => member_no === number)
    return sure && holds ? [] : [{ ...one, may, said: holds ? (number ?? null) : null }]
  })
  return {
    match,
    keeps: names.keeps,
    sure: [...found.values()].filter(({ sure }) => sure).length,
    open: open.sort((a, b) => b.rows - a.rows).slice(0, MOST_ASKED),
  }
}

/** A name that rows have and nothing better. */
interface Named {
  name: string
  rows: number
  lines: number[]
  /** Telephones that stand beside it. */
  phones: Set<string>
}

/** What a row says in the first of some columns that says something. */
const textAt = (cells: readonly string[], places: readonly number[]): string | undefined =>
  places.map(at => cells[at]?.normalize('NFC').trim() ?? '').find(text => text !== '')
