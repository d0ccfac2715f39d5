/** Who asks for prayer. */
import { Text } from '@mantine/core'
import { useRecord } from '../api/use-records.ts'
import type { PrayerRequest } from '../api-types.ts'

/** Also told where it is not to be told to others: the console is for those who care for the church. */
export function Asking({ request: { person_id, name, is_anonymous } }: { request: PrayerRequest }) {
  const person = useRecord('people', person_id)
  const known = person.data?.full_name ?? name
  if (!known)
    return (
      <Text span inherit>
        {is_anonymous ? 'Anonymous' : 'Not named'}
      </Text>
    )
  return (
    <Text span inherit>
      {known}
      {is_anonymous && (
        <Text span inherit c="dimmed">
          {' '}
          (not to be named)
        </Text>
      )}
    </Text>
  )
}
