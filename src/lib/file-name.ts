/** Names of files, as people choose them: made harmless before they are kept, and written into headers so that they stay so. */

const LONGEST = 120
/** Control characters, and marks that turn the order of letters around: `invoice\u202Efdp.exe` would look like a PDF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
/** What some system takes for something else in a name. */
const RESERVED = /["*:<>?|]/g

/**
 * A name without folders, control characters and characters that some system refuses, with the ending of what the file is.
 * @param ending with its dot: `.png`; @param others endings that mean the same
 */
export function fileName(sent: string, ending: string, others: readonly string[] = []): string {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(HARMFUL, '').replace(RESERVED, ' ').replace(/\s+/g, ' ').trim().replace(/^\.+/, '')
  const dot = plain.lastIndexOf('.')
  const has = [ending, ...others].find(one => plain.toLowerCase().endsWith(one))
  const stem = has === undefined ? plain : plain.slice(0, dot)
  return `${[...stem].slice(0, LONGEST).join('').trim() || 'file'}${has ?? ending}`
}

/** `Content-Disposition` (RFC 6266): the name, and where that is not ASCII, one in ASCII before it for who reads no other. */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const ascii =
    name
      .normalize('NFD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%]/g, '_') || 'file'
  if (ascii === name) return `${how}; filename="${ascii}"`
  const encoded = encodeURIComponent(name).replace(/['()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
