/** Whom rows of a file mean that name nobody but by a telephone: who alone has the number is meant; of several it is asked. */
import { type Db, textArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { groupBy } from '../../lib/group.ts'
import { toInternational } from '../../lib/phone.ts'
import type { Church } from '../../resource/caller.ts'
import { nameKey } from '../../resource/import-names.ts'

/** People of one number who are named in a refusal. */
const MOST_NAMED = 5

/** Somebody who has a number. */
interface Holder {
  phone: string
  id: number
  branch_id: number
  member_no: string
  full_name: string
}

/** How a row names somebody by a number. */
interface ByPhone {
  /** As the file has it. */
  text: string
  /** What the row calls them: it tells who of several is meant. */
  name?: string | undefined
}

/** Finds people by numbers. @returns nobody where the number is nobody's */
export interface PhoneFinder {
  /** @throws nothing: of several nobody is meant, and the problems say who they are */
  find(by: ByPhone, column: string, problems: Problems): Pick<Holder, 'id' | 'branch_id'> | undefined
}

/** Looks up who has these numbers; those of a record that was merged away are the kept one's. */
export async function phoneFinder(db: Db, church: Church, texts: readonly string[]): Promise<PhoneFinder> {
  const numberOf = (text: string): string | null => toInternational(text, church.country)
  const wanted = [...new Set(texts.flatMap(text => numberOf(text) ?? []))]
  const holders = groupBy(await holdersOf(db, church, wanted), ({ phone }) => phone)
  return {
    find({ text, name }, column, problems) {
      const number = numberOf(text)
      if (number === null) problems.add(column, `must be a phone number that is possible in ${church.country}`)
      const all = (number === null ? undefined : holders.get(number)) ?? []
      const namesakes = name === undefined ? [] : all.filter(one => nameKey(one.full_name) === nameKey(name))
      const found = namesakes.length === 1 ? namesakes : all
      if (found.length > 1) {
        const named = found.slice(0, MOST_NAMED).map(({ member_no, full_name }) => `${full_name} (${member_no})`)
        problems.add(column, `is that of several people: ${named.join(', ')}. Write the member number of who is meant`)
      }
      return found.length === 1 ? found[0] : undefined
    },
  }
}

async function holdersOf(db: Db, { id: church }: Church, numbers: readonly string[]): Promise<Holder[]> {
  if (numbers.length === 0) return []
  const wanted = textArray(numbers)
  return await db.all<Holder>(sql`select distinct held.phone, kept.id, kept.branch_id, kept.member_no, kept.full_name
    from people as sent cross join lateral (values (sent.phone), (sent.phone2), (sent.whatsapp)) as held (phone)
      join people as kept on kept.church_id = ${church} and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = ${church} and not kept.removed and held.phone = any(${wanted})
      and (sent.phone = any(${wanted}) or sent.phone2 = any(${wanted}) or sent.whatsapp = any(${wanted}))
    order by kept.id`)
}
