/** Whom rows of attendance mean that name nobody but by a telephone: who alone has the number is meant; of several it is asked. */
import { type Db, textArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { groupBy } from '../../lib/group.ts'
import { toInternational } from '../../lib/phone.ts'
import type { Church } from '../../resource/caller.ts'

/** People of one number who are named in a refusal. */
const MOST_NAMED = 5

interface Holder {
  phone: string
  id: number
  member_no: string
  full_name: string
}

/** @returns finds somebody by a number as a file has it, or says in the problems why nobody is found */
export async function phoneFinder(
  db: Db,
  church: Church,
  texts: readonly string[],
): Promise<(text: string, problems: Problems) => number | undefined> {
  const numberOf = (text: string): string | null => toInternational(text, church.country)
  const wanted = [...new Set(texts.flatMap(text => numberOf(text) ?? []))]
  const rows = await db.all<Holder>(sql`select distinct held.phone, kept.id, kept.member_no, kept.full_name
    from people as sent cross join lateral (values (sent.phone), (sent.phone2), (sent.whatsapp)) as held (phone)
      join people as kept on kept.church_id = ${church.id} and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = ${church.id} and not kept.removed and held.phone = any(${textArray(wanted)}) order by kept.id`)
  const holders = groupBy(rows, ({ phone }) => phone)
  return (text, problems) => {
    const number = numberOf(text)
    if (number === null) problems.add('phone', `must be a phone number that is possible in ${church.country}`)
    const found = (number === null ? undefined : holders.get(number)) ?? []
    if (number !== null && found.length === 0) problems.add('phone', 'names no person of this church')
    if (found.length > 1) {
      const named = found.slice(0, MOST_NAMED).map(({ member_no, full_name }) => `${full_name} (${member_no})`)
      problems.add('phone', `is that of several people: ${named.join(', ')}. Write the member number of who was there`)
    }
    return found.length === 1 ? found[0]?.id : undefined
  }
}
