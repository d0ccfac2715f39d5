/** Who has the telephones of a file. Families share them: what becomes of a number of several is up to the kind of file. */
import { type Db, textArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { groupBy } from '../../lib/group.ts'
import { toInternational } from '../../lib/phone.ts'
import type { Church } from '../../resource/caller.ts'
import type { NamedPerson } from '../../resource/import-names.ts'
import { because } from '../../texts/because.ts'
import type { NameParts } from './people-by-name.ts'

/** People of one number who are named in a refusal. */
const MOST_NAMED = 5

/** Somebody who has a number. */
export interface PhoneHolder extends NameParts, NamedPerson {
  phone: string
}

/** Finds people by numbers, as the file has them. */
export interface PhoneFinder {
  /** Everybody who has a number; nobody where it is none. */
  holders(text: string): readonly PhoneHolder[]
  /** Who alone has a number. @throws nothing: of several nobody is meant, and the problems say who they are */
  sole(text: string, column: string, problems: Problems): Pick<PhoneHolder, 'id' | 'branch_id'> | undefined
}

/** Looks up who has these numbers; those of a record that was merged away are the kept one's. */
export async function phoneFinder(db: Db, church: Church, texts: readonly string[]): Promise<PhoneFinder> {
  const numberOf = (text: string): string | null => toInternational(text, church.country)
  const wanted = [...new Set(texts.flatMap(text => numberOf(text) ?? []))]
  const holders = groupBy(await holdersOf(db, church, wanted), ({ phone }) => phone)
  const having = (number: string | null) => (number === null ? undefined : holders.get(number)) ?? []
  return {
    holders: text => having(numberOf(text)),
    sole(text, column, problems) {
      const number = numberOf(text)
      if (number === null)
        problems.add(
          column,
          because('must be a phone number that is possible in {country}', { country: church.country }),
        )
      const found = having(number)
      if (found.length > 1) {
        const named = found.slice(0, MOST_NAMED).map(({ member_no, name }) => `${name} (${member_no})`)
        problems.add(
          column,
          because('is that of several people: {named}. Write the member number of who is meant', {
            named: named.join(', '),
          }),
        )
      }
      return found.length === 1 ? found[0] : undefined
    },
  }
}

/** Who has each of these numbers, by it as the file has it. */
export async function phoneHolders(
  db: Db,
  church: Church,
  numbers: readonly string[],
): Promise<(number: string) => readonly NamedPerson[]> {
  return (await phoneFinder(db, church, numbers)).holders
}

async function holdersOf(db: Db, { id: church }: Church, numbers: readonly string[]): Promise<PhoneHolder[]> {
  if (numbers.length === 0) return []
  const wanted = textArray(numbers)
  return await db.all<PhoneHolder>(sql`select distinct held.phone, kept.id, kept.branch_id, kept.member_no, kept.full_name as name,
      b.name as branch, kept.first_name, kept.middle_name, kept.last_name
    from people as sent cross join lateral (values (sent.phone), (sent.phone2), (sent.whatsapp)) as held (phone)
      join people as kept on kept.church_id = ${church} and kept.id = coalesce(sent.merged_into_id, sent.id)
      join branches as b on b.church_id = ${church} and b.id = kept.branch_id
    where sent.church_id = ${church} and not kept.removed and held.phone = any(${wanted})
      and (sent.phone = any(${wanted}) or sent.phone2 = any(${wanted}) or sent.whatsapp = any(${wanted}))
    order by kept.id`)
}
