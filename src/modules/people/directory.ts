/** The directory of people by family, as a PDF: names, and of each what the church wants to be in it. */

import { today } from '../../lib/calendar.ts'
import type { Entry } from '../../paper/columns.ts'
import { drawColumns } from '../../paper/columns.ts'
import { pdf } from '../../paper/pdf.ts'
import { PAPERS, paperOf } from '../../paper/sheet.ts'
import { view } from '../../resource/action.ts'
import { pdfFile } from '../../resource/made-file.ts'
import { READERS, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { dateIn } from '../../texts/forms.ts'
import { languageFor } from '../../texts/spoken.ts'
import { type Household, households, type Member } from './households.ts'
import { filterField } from './labels.ts'
import { addressOf } from './salutation.ts'

/** What of people is in it beside their names. */
interface Wanted {
  phone: boolean
  email: boolean
  address: boolean
}

const NAME_SIZE = 10
const SIZE = 8.5
const CHILD_INDENT = 12
const COLUMNS = 2

const contactsOf = ({ phone, email }: Member, wanted: Wanted): string =>
  [wanted.phone ? phone : null, wanted.email ? email : null].filter(Boolean).join(' · ')

/** A person: those who are called as the family is by their first name, all others by the whole. */
const nameIn = ({ full_name, first_name, last_name }: Member, family: string): string =>
  last_name !== null && family.split(/\s+/).includes(last_name) ? first_name : full_name

/** The lines of a household: its name, its address, then each of it, children below their parents. */
export function entriesOf(household: Household, wanted: Wanted): Entry[] {
  const { family, members } = household
  const line = (text: string | null | undefined, indent = 0): Entry[] =>
    text ? [{ face: 'regular', size: SIZE, text, indent }] : []
  const address = wanted.address ? line(addressOf(household)) : []
  const [first] = members
  if (family === null) {
    return [
      { face: 'bold', size: NAME_SIZE, text: listedName(first), indent: 0 },
      ...address,
      ...line(contactsOf(first, wanted)),
    ]
  }
  return [
    { face: 'bold', size: NAME_SIZE, text: family.name, indent: 0 },
    ...address,
    ...(wanted.phone ? line(family.phone) : []),
    ...members.flatMap(one => {
      const indent = one.family_role === 'child' ? CHILD_INDENT : 0
      return line([nameIn(one, family.name), contactsOf(one, wanted)].filter(Boolean).join(' · '), indent)
    }),
  ]
}

/** By the last name, as the directory is in order. */
const listedName = ({ last_name, first_name, full_name }: Member): string => {
  if (last_name === null) return full_name
  return `${last_name}, ${full_name.slice(0, -last_name.length).trim() || first_name}`
}

const wish = (what: string) => field.boolean().settable().doc(`Whether ${what} are in it; they are, unless said`)

export const directory = view({
  name: 'directory',
  may: within(READERS),
  fields: {
    filter: filterField,
    phones: wish('phone numbers'),
    emails: wish('e-mail addresses'),
    addresses: wish('addresses'),
    paper: field.oneOf(PAPERS).settable().doc("A4 or Letter; what is usual in the church's country, unless said"),
  },
  async run({ read, clock }, caller, { filter = '', phones = true, emails = true, addresses = true, paper }) {
    const { church } = caller
    const language = languageFor(church)
    const { locale, say } = language
    const day = today(clock.now(), church.timezone)
    const wanted = { phone: phones, email: emails, address: addresses }
    const sheet = paper ?? paperOf(church.country)
    const found = await households(read, caller, filter, clock.now())
    const date = dateIn(language, day)
    const title = say('{church}: directory', { church: church.name })
    const blocks = async function* (): AsyncGenerator<Entry[][]> {
      for await (const batch of found) yield batch.map(one => entriesOf(one, wanted))
    }
    const pieces = pdf({ title, paper: sheet, language: locale }, doc =>
      drawColumns(
        doc,
        {
          paper: sheet,
          columns: COLUMNS,
          head: [title, date],
          foot: page => say('Page {page, number}', { page }),
        },
        blocks(),
      ),
    )
    return pdfFile(`directory-${day}`, pieces)
  },
})
