/** Who gave, as a name. */
import { Text } from '@mantine/core'
import type { Names } from '../api/use-names.ts'
import type { Contribution } from '../api-types.ts'
import { t } from '../texts/t.ts'

/** The person's name where there is one on record and in sight, else the name that was given. */
export function Giver({ gift, names }: { gift: Contribution; names: Names }) {
  if (gift.is_anonymous && gift.person_id === null)
    return (
      <Text span inherit>
        {t('Anonymous')}
      </Text>
    )
  const name = names.of(gift.person_id) ?? gift.donor_name
  if (name)
    return (
      <Text span inherit>
        {name}
      </Text>
    )
  return (
    <Text span inherit c="dimmed">
      {gift.person_id === null
        ? t('No name given')
        : names.loading
          ? '…'
          : t('Person {person_id}', { person_id: gift.person_id })}
    </Text>
  )
}
