/** What a picker shows of what it found. */
import type { FamilyInList, Person } from '../api-types.ts'
import { counted, wordOf } from '../formats/words.ts'

export interface Found {
  id: number
  title: string
  detail: string
}

export const foundPerson = ({ id, full_name, member_no, status, email, phone }: Person): Found => ({
  id,
  title: full_name,
  detail: [member_no, wordOf(status), phone ?? email].filter(Boolean).join(' · '),
})

export const foundFamily = ({ id, name, address, member_count }: FamilyInList): Found => ({
  id,
  title: name,
  detail: [counted(member_count, 'person', 'people'), address].filter(Boolean).join(' · '),
})
