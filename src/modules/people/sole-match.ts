/** The one person on record whom an e-mail or a phone number can mean (decisions, Money, `match_person`; Giving, `person_id`). */
import { join, type Sql, sql } from '../../db/sql.ts'

/** What somebody who is not known yet was told by. */
export interface Contact {
  email?: string | null | undefined
  /** E.164. */
  phone?: string | null | undefined
}

/**
 * A select of one row: `id` and `branch_id` of the one person who is not removed and has the e-mail, without case, or the
 * number as one of theirs, null where there is none or several; `n` is how many there are. What a record had that was
 * merged away belongs to the person whose record was kept.
 * @param within whom the caller sees: nobody else is found or counted
 */
export function soleMatch(church: number, { email, phone }: Contact, within: Sql): Sql {
  const same: Sql[] = []
  if (email) same.push(sql`lower(email) = lower(${email})`)
  if (phone) same.push(sql`phone = ${phone} or phone2 = ${phone} or whatsapp = ${phone}`)
  return sql`select case when count(*) = 1 then min(id) end as id, case when count(*) = 1 then min(branch_id) end as branch_id,
      count(*)::integer as n
    from people where church_id = ${church} and not removed and ${within}
      and id in (select coalesce(merged_into_id, id) from people where church_id = ${church}
        and (${same.length === 0 ? sql`false` : join(same, ' or ')}))`
}
