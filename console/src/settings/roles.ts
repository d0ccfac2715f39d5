/** The roles, in words: what each may do is said from what the server declares. */
import type { Role } from '../../../src/resource/roles.ts'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { listOfAll } from '../formats/lists.ts'
import { ROLES, roleLabel } from '../formats/roles.ts'
import { type ShownResource, useHouse } from '../house/house.ts'
import { t } from '../texts/t.ts'

/** What is not a matter of single resources. */
const MEANS: Partial<Record<Role, string>> = {
  owner: t('Can do everything, and make others owners.'),
  administrator: t('Can do everything except make or change owners.'),
  helper: t('Leads groups: sees those entrusted to them, with their members, and nothing else.'),
}

/** What is to be known of a resource. */
type Entrusted = Pick<ShownResource, 'one' | 'many' | 'may'>

/** What a role may do with the records that the reader sees. */
export function meansOf(role: Role, house: readonly Entrusted[]): string {
  const namesOf = (resources: readonly Entrusted[]): string =>
    listOfAll(resources.map(resource => t(phrasesOf(resource).several)))
  const changed = house.filter(({ may }) => may.write.includes(role))
  const seen = house.filter(resource => resource.may.read.includes(role) && !changed.includes(resource))
  if (changed.length === 0) return t('Can see {seen}, but not change them.', { seen: namesOf(seen) })
  if (seen.length === 0) return t('Can see and change {changed}.', { changed: namesOf(changed) })
  return t('Can see and change {changed}. Can see {seen}.', { changed: namesOf(changed), seen: namesOf(seen) })
}

/** The roles with what each may do; that is empty until it is known. */
export function useRoles(): { value: Role; label: string; means: string }[] {
  const house = useHouse()
  return ROLES.map(value => ({
    value,
    label: roleLabel(value),
    means: MEANS[value] ?? (house ? meansOf(value, house) : ''),
  }))
}
