/** Reads forms (application/x-www-form-urlencoded). */
import type { Parsed } from './json.ts'

const MAX_PAIRS = 2000

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/**
 * Reads an `application/x-www-form-urlencoded` body (URL Standard, section 5.1), but strictly: percent signs that
 * encode nothing, and bytes that are no UTF-8, are refused instead of patched.
 * Returns every name as sent (`person_ids[]`, `custom[key]`) with its values in order; refuses more than 2,000 pairs.
 */
export function parseForm(text: string): Parsed<Map<string, string[]>> {
  const value = new Map<string, string[]>()
  const pairs = text.split('&', MAX_PAIRS + 1)
  if (pairs.length > MAX_PAIRS) return { ok: false, reason: 'The form has more than 2,000 fields.' }
  try {
    for (const pair of pairs) {
      if (pair === '') continue
      const equals = pair.indexOf('=')
      const name = decode(equals < 0 ? pair : pair.slice(0, equals))
      const item = equals < 0 ? '' : decode(pair.slice(equals + 1))
      const items = value.get(name)
      if (items) items.push(item)
      else value.set(name, [item])
    }
  } catch {
    return { ok: false, reason: 'The form has a percent sign that does not encode UTF-8 text.' }
  }
  return { ok: true, value }
}
