/** What a picker shows of what it found. */
import type { RecordName } from '../api/use-record-names.ts'
import type { FamilyInList, Person } from '../api-types.ts'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

/** A record that was found, with what tells it from others. */
export interface Found {
  id: number
  title: string
  detail: string
}

/** With number, status and a way to reach them: names alone are not enough. */
export const foundPerson = ({ id, full_name, member_no, status, email, phone }: Person): Found => ({
  id,
  title: full_name,
  detail: [member_no, wordOf(status), phone ?? email].filter(Boolean).join(' · '),
})

/** With how many belong to it and where they live. */
export const foundFamily = ({ id, name, address, member_count }: FamilyInList): Found => ({
  id,
  title: name,
  detail: [t('{count, plural, one {# person} other {# people}}', { count: member_count }), address]
    .filter(Boolean)
    .join(' · '),
})

/** By its title alone. */
export const foundRecord = ({ id, name }: RecordName): Found => ({ id, title: name, detail: '' })
