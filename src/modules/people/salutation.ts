/** What stands on an envelope: to whom it goes, and where. */
import { fold } from '../../lib/fold.ts'
import { languageNamed } from '../../texts/catalogues.ts'
import { msg, type Say } from '../../texts/language.ts'
import { languages } from '../../texts/names.ts'
import type { Household, Member } from './households.ts'

const FAMILY = msg('The {name} family')

/**
 * A name that says by itself that it is a family's, in whatever language it is written: `The Obis`, `Obi family`, `Famille Obi`,
 * `Os Silva`, `Familia ya Obi`. It is looked at as it is folded.
 */
const IS_SAID =
  /^(the|les|los|os|famille|familia|fam\.|foyer|hogar|lar|kaya|عائله|عائلة|اسره|اسرة|أسرة|ال|آل)\s|\s(family|household|familia|famille)$/u

let around: string[][] | undefined

/** What stands around the name of a family in each language that the console speaks, folded. */
function saidAround(): string[][] {
  around ??= languages()
    .map(name => fold(languageNamed(name).say(FAMILY, { name: '\n' })).split('\n'))
    .filter(parts => parts.join('').trim() !== '')
  return around
}

/** Whether a family is called a family by its name. */
function saysFamily(name: string): boolean {
  const folded = fold(name)
  return (
    IS_SAID.test(folded) ||
    saidAround().some(([before = '', behind = '']) => folded.startsWith(before) && folded.endsWith(behind))
  )
}

const formally = ({ title, full_name }: Member): string => (title ? `${title} ${full_name}` : full_name)

/** `The Obi family`; of one person, their title and name. */
export function salutationOf({ family, members: [first, ...rest] }: Household, say: Say): string {
  if (family === null || rest.length === 0) return formally(first)
  const name = family.name.trim()
  return saysFamily(name) ? name : say(FAMILY, { name })
}

/** The address of the family, or else that of the first of them who has one; undefined where nobody has. */
export function addressOf({ family, members }: Household): string | undefined {
  if (family?.address) return family.address
  const one = members.find(({ address, city }) => address || city)
  if (one === undefined) return undefined
  const place = [one.city, [one.state, one.postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [one.address, place].filter(Boolean).join('\n')
}
