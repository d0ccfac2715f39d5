/** What a file is, by how it begins: names and what a browser says of it prove nothing. What may be kept is this and nothing else. */

/** A kind of file. */
export interface FileKind {
  mime: string
  /** With its dot. */
  ending: string
  /** Endings that mean the same. */
  others?: readonly string[]
  /** Whether a browser may show it where it stands: pictures, which run nothing. */
  inline?: true
}

/** Of the beginning, so much is looked at. */
export const HEAD_BYTES = 8_192

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

/** Documents that are zip archives: which, only their ending says. */
const ZIPPED: readonly FileKind[] = [
  { mime: `${OFFICE}.wordprocessingml.document`, ending: '.docx' },
  { mime: `${OFFICE}.spreadsheetml.sheet`, ending: '.xlsx' },
  { mime: `${OFFICE}.presentationml.presentation`, ending: '.pptx' },
  { mime: `${OPEN}.text`, ending: '.odt' },
  { mime: `${OPEN}.spreadsheet`, ending: '.ods' },
  { mime: `${OPEN}.presentation`, ending: '.odp' },
]

const TEXTS: readonly FileKind[] = [
  { mime: 'text/plain; charset=utf-8', ending: '.txt', others: ['.md'] },
  { mime: 'text/csv; charset=utf-8', ending: '.csv' },
]

const BEGINNINGS: readonly [(head: Buffer) => boolean, FileKind][] = [
  [head => begins(head, '%PDF-'), { mime: 'application/pdf', ending: '.pdf' }],
  [head => begins(head, '\x89PNG\r\n\x1a\n'), { mime: 'image/png', ending: '.png', inline: true }],
  [head => begins(head, '\xff\xd8\xff'), { mime: 'image/jpeg', ending: '.jpg', others: ['.jpeg'], inline: true }],
  [
    head => begins(head, 'RIFF') && begins(head.subarray(8), 'WEBP'),
    { mime: 'image/webp', ending: '.webp', inline: true },
  ],
]

const begins = (head: Buffer, text: string): boolean =>
  head.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))

const named = (kinds: readonly FileKind[], name: string): FileKind | undefined =>
  kinds.find(({ ending, others = [] }) => [ending, ...others].some(one => name.toLowerCase().endsWith(one)))

/** The kind of a file; undefined for what is not kept. @param head its first `HEAD_BYTES` */
export function kindOf(head: Buffer, name: string): FileKind | undefined {
  const known = BEGINNINGS.find(([is]) => is(head))?.[1]
  if (known !== undefined) return known
  if (begins(head, 'PK\x03\x04')) return named(ZIPPED, name)
  return isText(head) ? named(TEXTS, name) : undefined
}

/** Whether pictures of this type are shown where they stand. */
export const isShown = (mime: string): boolean => BEGINNINGS.some(([, kind]) => kind.mime === mime && kind.inline)

function isText(head: Buffer): boolean {
  if (head.includes(0)) return false
  try {
    // What was cut within a letter is no mistake.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The kinds, as people call them. */
export const KINDS_IN_WORDS =
  'PDF, PNG, JPEG, WebP, text, CSV, and documents of Word, Excel, PowerPoint and LibreOffice'
