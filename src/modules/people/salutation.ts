/** What stands on an envelope: to whom it goes, and where. */
import { msg, type Say } from '../../texts/language.ts'
import type { Household, Member } from './households.ts'

const FAMILY = msg('The {name} family')

/** A name that says by itself that it is a family's: `The Obis`, `Obi family`, `Obi household`. */
const IS_SAID = /^the\s|\b(family|household)$/i

const formally = ({ title, full_name }: Member): string => (title ? `${title} ${full_name}` : full_name)

/** `The Obi family`; of one person, their title and name. */
export function salutationOf({ family, members: [first, ...rest] }: Household, say: Say): string {
  if (family === null || rest.length === 0) return formally(first)
  const name = family.name.trim()
  return IS_SAID.test(name) ? name : say(FAMILY, { name })
}

/** The address of the family, or else that of the first of them who has one; undefined where nobody has. */
export function addressOf({ family, members }: Household): string | undefined {
  if (family?.address) return family.address
  const one = members.find(({ address, city }) => address || city)
  if (one === undefined) return undefined
  const place = [one.city, [one.state, one.postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [one.address, place].filter(Boolean).join('\n')
}
