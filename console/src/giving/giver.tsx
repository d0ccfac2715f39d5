/** Who gave, as a name. */
import { Text } from '@mantine/core'
import { useRecord } from '../api/use-records.ts'
import type { Contribution } from '../api-types.ts'

/** The person's name where there is one on record and in sight, else the name that was given. */
export function Giver({ gift }: { gift: Contribution }) {
  const person = useRecord('people', gift.person_id)
  if (gift.is_anonymous && gift.person_id === null)
    return (
      <Text span inherit>
        Anonymous
      </Text>
    )
  const name = person.data?.full_name ?? gift.donor_name
  if (name)
    return (
      <Text span inherit>
        {name}
      </Text>
    )
  if (person.isLoading)
    return (
      <Text span inherit c="dimmed">
        …
      </Text>
    )
  return (
    <Text span inherit c="dimmed">
      {gift.person_id === null ? 'Not named' : `Person ${gift.person_id}`}
    </Text>
  )
}
