/** Reads JSON that may be hostile, and prints it. */
const MAX_DEPTH = 32
const MAX_KEYS = 2000
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** What reading a body gave: its value, or a sentence for the person who sent it. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string }

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * JSON with the keys of every object sorted by code unit, so that equal values give equal text: for fingerprints.
 * @param value what JSON.parse returns; members that are undefined are left out, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    if (value[key] !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  }
  return `{${members.join(',')}}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that JSON must escape
const NEEDS_ESCAPE = /[\u0000-\u001f"\\\ud800-\udfff]/

/** A text as a JSON string: the same as JSON.stringify, but faster for text that needs no escape. */
export function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** Whether half of a surrogate pair stands alone: no such text has a UTF-8 form. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text)
}

/** Whether the text has a NUL character, which PostgreSQL's text cannot hold. */
export function hasNul(text: string): boolean {
  return text.includes('\0')
}

/** Whether PostgreSQL can store the text: no NUL and no lone surrogate. */
export function isPlainText(text: string): boolean {
  return !hasNul(text) && !hasLoneSurrogate(text)
}

/** The position of the quote that closes the string opened at `start`, or the text's length. */
function endOfString(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 34) break
    if (c === 92) i++
  }
  return i
}

/** Says what is too much in a JSON text, in one pass and before anything is built from it. */
function excess(text: string): string | null {
  let depth = 0
  let keys = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 34) i = endOfString(text, i)
    else if (c === 58 && ++keys > MAX_KEYS) return 'The body has more than 2,000 keys.'
    else if ((c === 123 || c === 91) && ++depth > MAX_DEPTH)
      return `The body is nested deeper than ${MAX_DEPTH} levels.`
    else if (c === 125 || c === 93) depth--
  }
  return null
}

/** The first key that could reach a prototype, at any depth. */
function forbiddenKey(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (!Array.isArray(value)) {
    const key = Object.keys(value).find(name => FORBIDDEN_KEYS.has(name))
    if (key) return key
  }
  for (const member of Object.values(value)) {
    const key = forbiddenKey(member)
    if (key) return key
  }
  return null
}

/**
 * Reads a JSON object from a body. Refused: empty text, what does not parse, what is no object, nesting deeper than 32,
 * more than 2,000 keys in all, and keys named `__proto__`, `constructor` or `prototype` at any depth.
 * Takes time in proportion to the text, whatever it holds.
 */
export function parseJsonObject(text: string): Parsed<JsonObject> {
  if (text.trim() === '') return { ok: false, reason: 'The body is empty; a JSON object is needed.' }
  const tooMuch = excess(text)
  if (tooMuch) return { ok: false, reason: tooMuch }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'The body is not valid JSON.' }
  }
  if (!isObject(value)) return { ok: false, reason: 'The body must be a JSON object.' }
  const key = forbiddenKey(value)
  if (key) return { ok: false, reason: `The key "${key}" is not allowed.` }
  return { ok: true, value }
}
