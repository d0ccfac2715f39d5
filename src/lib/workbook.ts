/** Sheets of Excel workbooks (.xlsx) as rows of text: dates as YYYY-MM-DD, numbers in full, texts as they are. */
import { msg, type Values } from '../texts/language.ts'

/** A row that says something. */
export interface SheetRow {
  /** As the spreadsheet numbers it; the first is 1. */
  line: number
  cells: string[]
}

export interface WorkbookSheet {
  /** Names of all sheets that are not hidden. */
  sheets: string[]
  /** The one that was read. */
  sheet: string
  rows: SheetRow[]
}

/** A workbook that cannot be read: the message is a text of the catalogues that names it (`{file}`) and says what to do. */
export class NotWorkbook extends Error {
  readonly values: Values

  constructor(message: string, values: Values = {}) {
    super(message)
    this.values = values
  }
}

/** Bytes that all parts of a workbook may have together when they are unpacked: those of a million cells and more. */
const MOST_UNPACKED = 256 * 1024 * 1024

/** Whether a file begins as packed files do. */
export const isPacked = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('hex') === '504b0304'

/**
 * Reads a sheet.
 * @param wanted its name; the first that is not hidden where nobody says
 * @throws NotWorkbook
 */
export async function readWorkbook(bytes: Uint8Array, wanted?: string): Promise<WorkbookSheet> {
  if (unpackedBytes(bytes) > MOST_UNPACKED) {
    throw new NotWorkbook(
      msg('{file} has more in it than can be read at once. Save the sheet that you need as a file of its own.'),
    )
  }
  // Loaded when somebody brings a workbook: nobody else waits for it.
  const { readXlsx } = await import('hucre/xlsx')
  const shown: string[] = []
  const found = await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (hidden || veryHidden) return false
      shown.push(name)
      return wanted === undefined ? shown.length === 1 : name === wanted
    },
  }).catch(() => {
    throw new NotWorkbook(
      msg('{file} is packed, and no Excel workbook that can be read. Save it as .xlsx without a password, or as CSV.'),
    )
  })
  const [sheet] = found.sheets
  if (sheet === undefined) {
    if (wanted === undefined) throw new NotWorkbook(msg('{file} has no sheet.'))
    const names = shown.map(name => `"${name}"`).join(', ')
    throw new NotWorkbook(msg('{file} has no sheet "{wanted}": it has {names}.'), { wanted, names })
  }
  const rows = sheet.rows.map((cells, at) => ({ line: at + 1, cells: cells.map(textOf) }))
  return { sheets: shown, sheet: sheet.name, rows: rows.filter(({ cells }) => cells.some(text => text !== '')) }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value).trim()
}

/** A date without its clock, unless it has one; a workbook knows no time zone. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return ''
  const [day = '', clock = ''] = value.toISOString().split('T')
  return clock.startsWith('00:00:00') ? day : `${day} ${clock.slice(0, 5)}`
}

/** As Excel shows it: fifteen digits, and never in powers of ten, as phone numbers would be. */
const numberText = (value: number): string =>
  Number(value.toPrecision(15)).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 15 })

const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50

/** Bytes that the parts of a packed file say they hold; none of them is unpacked further than it says. 0 without a directory. */
function unpackedBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== DIRECTORY_END) end -= 1
  if (end < 0) return 0
  let at = view.getUint32(end + 16, true)
  let sum = 0
  while (at + 46 <= bytes.length && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const size = view.getUint32(at + 24, true)
    // A part that says nothing of its size could be of any.
    const said = size === 0 && view.getUint32(at + 20, true) > 0 ? Number.POSITIVE_INFINITY : size
    sum += said
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return sum
}
