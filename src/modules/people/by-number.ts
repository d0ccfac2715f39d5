/** People by a number that somebody typed: one of their phones in any notation, or their member number with or without its zeros. */
import { type Sql, sql } from '../../db/sql.ts'
import { toInternational } from '../../lib/phone.ts'
import type { Church } from '../../resource/caller.ts'

/** Digits with what people write between them. Shorter numbers are nobody's phone. */
const LIKE_A_PHONE = /^[+(]?(?:[\s\-().+/]*\d){5,}[\s.]*$/
const DIGITS = /^\d{1,40}$/

/** Who let go of this number when they were removed: it is shown as theirs. Over the columns of `people`; nothing for what is no number. */
export const byFreedNumber = (text: string): Sql[] =>
  DIGITS.test(text) ? [sql`removed and freed_member_no = ${text}`] : []

/** Over the columns of `people`; nothing for what is no number. */
export function byNumber(text: string, { country }: Church): Sql[] {
  const phone = LIKE_A_PHONE.test(text) ? toInternational(text, country) : null
  return [
    ...(phone === null ? [] : [sql`phone = ${phone} or phone2 = ${phone} or whatsapp = ${phone}`]),
    ...(DIGITS.test(text) ? [sql`ltrim(member_no, '0') = ltrim(${text}::text, '0')`] : []),
  ]
}
