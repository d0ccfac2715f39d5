/** The text of a file whose encoding nobody said: UTF-8, UTF-16, or what Windows wrote before. It is decoded a piece at a time. */
import { isUtf8 } from 'node:buffer'
import { msg, type Values } from '../texts/language.ts'

/** A file that is text, and how it is read. */
export interface FileText {
  bytes: Uint8Array
  /** As TextDecoder names it: `utf-8`, `utf-16le`, `windows-1252`. */
  encoding: string
  /** True where the bytes do not prove the encoding: somebody should look at the names. */
  assumed: boolean
}

/** A file that is no text: the message is a text of the catalogues that names it (`{file}`) and says what to do. */
export class NotText extends Error {
  readonly values: Values

  constructor(message: string, values: Values = {}) {
    super(message)
    this.values = values
  }
}

/** Text in an encoding that nobody has said and that does not tell itself. */
export class OddEncoding extends NotText {}

/** How files begin, in hexadecimal, that are taken for CSV by their names only. */
const OTHERS: Readonly<Record<string, string>> = {
  '504b0304': msg(
    '{file} is a spreadsheet or another packed file (.xlsx, .ods, .numbers), not CSV. Open it, save it as "CSV UTF-8 (comma delimited)", and import that file.',
  ),
  d0cf11e0: msg(
    '{file} is an old Excel workbook (.xls), not CSV. Open it, save it as "CSV UTF-8 (comma delimited)", and import that file.',
  ),
  '25504446': msg('{file} is a PDF, not CSV. Export the list as CSV where it was made.'),
  '7b5c7274': msg(
    '{file} is a text document (RTF), not CSV. Open it, save it as "CSV UTF-8 (comma delimited)", and import that file.',
  ),
  '1f8b': msg('{file} is packed (gzip). Unpack it first.'),
}

const WEB_PAGE = msg(
  '{file} is a web page or XML, not CSV. Open it, save it as "CSV UTF-8 (comma delimited)", and import that file.',
)
const NO_ENCODING = msg(
  '{file} cannot be read as "{encoding}", which names no encoding. Usual ones are utf-8 and windows-1252.',
)
const NOT_IN = msg(
  '{file} is not in {encoding}. Open it, save it as "CSV UTF-8 (comma delimited)", and import that file.',
)
const BROKEN_UTF8 = msg(
  '{file} is UTF-8 with broken characters, the first of them in line {line, number}. Save it anew as UTF-8.',
)
const ODD = msg(
  '{file} is neither in UTF-8 nor in Windows-1252. Open it, save it as "CSV UTF-8 (comma delimited)", and import that file; or say which encoding it has.',
)

const MARKUP = /^\s*<(!doctype|html|\?xml|table)/i

/** Bytes that are decoded at a time. */
const PIECE = 64 * 1024

/** A piece of a text: whole characters, and the bytes of the file that are read with it. */
export interface TextPiece {
  text: string
  end: number
}

/** The text of a file, a piece at a time, without a byte order mark; its lines end with `\n`, whatever they did. */
export function* textPieces({ bytes, encoding }: FileText): Generator<TextPiece> {
  let held = ''
  for (const { text, end } of decodedPieces(bytes, encoding)) {
    const whole = held + text
    // What follows tells whether it is a line end of its own.
    held = whole.endsWith('\r') && end < bytes.length ? '\r' : ''
    yield { text: whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n'), end }
  }
}

/** The text up to the end of its first piece: some hundred lines. */
export const beginningOf = (file: FileText): string => textPieces(file).next().value?.text ?? ''

/** Words that show whether the encoding was guessed right, and the letters of one: what is longer shows nothing to anybody. */
const [MOST_WORDS, MOST_LETTERS] = [5, 60]

/** The first words with letters that tell whether the encoding is right. */
export function tellingWords(file: FileText): string[] {
  const words = new Set<string>()
  let begun = ''
  for (const { text, end } of textPieces(file)) {
    const whole = begun + text
    const isLast = end >= file.bytes.length
    for (const { 0: word, index } of whole.matchAll(/[^\s,;|"]+/gu)) {
      if (!isLast && index + word.length === whole.length) continue
      if (word.length > MOST_LETTERS || !/[^\0-\x7f]/.test(word)) continue
      if (words.add(word).size === MOST_WORDS) return [...words]
    }
    // Of a longer word as much as tells that it is one.
    begun = /[^\s,;|"]*$/.exec(whole.slice(-MOST_LETTERS - 1))?.[0] ?? ''
  }
  return [...words]
}

/** Lines that show the same, and the letters of each that are shown. */
const [MOST_LINES, MOST_SHOWN] = [3, 200]

/** The first lines with letters that tell whether the encoding is right; the first of all where none has any. */
export function tellingLines(file: FileText): string[] {
  const lines = beginningOf(file)
    .split('\n')
    .filter(line => line.trim() !== '')
  const telling = lines.filter(line => /[^\0-\x7f]/.test(line))
  return (telling.length > 0 ? telling : lines).slice(0, MOST_LINES).map(line => line.slice(0, MOST_SHOWN))
}

/** @throws TypeError for bytes that are not in this encoding */
function* decodedPieces(bytes: Uint8Array, encoding: string): Generator<TextPiece> {
  const decoder = encoding === 'windows-1252' ? undefined : new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < bytes.length; at += PIECE) {
    const end = Math.min(bytes.length, at + PIECE)
    const part = bytes.subarray(at, end)
    yield { text: decoder?.decode(part, { stream: end < bytes.length }) ?? fromWindows(part), end }
  }
}

/**
 * How a file is to be read.
 * @param encoding what somebody said it is, in any spelling that the Encoding Standard knows; undefined: found out
 * @throws NotText for a workbook, a PDF and the like, for an unknown `encoding`; OddEncoding for bytes in none that is known here
 */
export function fileText(bytes: Uint8Array, encoding?: string): FileText {
  const head = Buffer.from(bytes.subarray(0, 256))
  const other = Object.keys(OTHERS).find(beginning => head.toString('hex').startsWith(beginning))
  if (other !== undefined) throw new NotText(OTHERS[other] ?? '')
  if (MARKUP.test(head.toString('latin1'))) throw new NotText(WEB_PAGE)
  if (encoding !== undefined) return said(bytes, encoding)
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return decoded(bytes, wide)
  return isUtf8(bytes) ? { bytes, encoding: 'utf-8', assumed: false } : windows(bytes)
}

function said(bytes: Uint8Array, encoding: string): FileText {
  const known = knownEncoding(encoding)
  if (known === undefined) throw new NotText(NO_ENCODING, { encoding })
  return decoded(bytes, known)
}

function decoded(bytes: Uint8Array, encoding: string): FileText {
  if (!isIn(bytes, encoding)) throw new NotText(NOT_IN, { encoding })
  return { bytes, encoding, assumed: false }
}

function knownEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function isIn(bytes: Uint8Array, encoding: string): boolean {
  if (encoding === 'utf-8') return isUtf8(bytes)
  try {
    for (const _ of decodedPieces(bytes, encoding));
    return true
  } catch {
    return false
  }
}

/** UTF-16, by its mark, or by the zeros beside Latin letters. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 1_024)
  const zeros = (odd: number): number => head.filter((byte, at) => at % 2 === odd && byte === 0).length
  if (zeros(1) > head.length / 4) return 'utf-16le'
  return zeros(0) > head.length / 4 ? 'utf-16be' : undefined
}

/** Bytes that Windows-1252 does not have. */
const NOT_WINDOWS = /[\x81\x8d\x8f\x90\x9d]/

/**
 * Words with signs or capitals inside, or with a sign at their end that no word has: other encodings, such as those of old
 * Macs and of Windows for other alphabets, have letters there.
 */
const NO_WORDS =
  /\p{L}[€‚ƒ„…†‡ˆ‰‹“”•–—˜™›¡-©«¬®¯±-³µ¶¸¹»-¿×÷](?=\p{L})|\p{L}[¤¦§¨¬±²³¶¸¹¼½¾×÷]|\p{Ll}(?=[^\0-\x7f])\p{Lu}/u

/** What stands at 0x80 to 0x9f; some releases of Node decode these bytes as controls. */
const SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const fromWindows = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, sign => SIGNS[sign.charCodeAt(0) - 0x80] ?? sign)

function windows(bytes: Uint8Array): FileText {
  const lenient = new TextDecoder('utf-8').decode(bytes)
  // Bytes of Windows-1252 make letters of UTF-8 by no chance that is worth a name.
  if (/(?=[^\0-\x7f\ufffd])[\p{L}\p{M}]/u.test(lenient)) {
    const line = lenient.slice(0, lenient.indexOf('\ufffd')).split(/\r\n?|\n/).length
    throw new NotText(BROKEN_UTF8, { line })
  }
  const latin = Buffer.from(bytes).toString('latin1')
  const text = fromWindows(bytes)
  if (NOT_WINDOWS.test(latin) || NO_WORDS.test(text)) throw new OddEncoding(ODD)
  return { bytes, encoding: 'windows-1252', assumed: true }
}
