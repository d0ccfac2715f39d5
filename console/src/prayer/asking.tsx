/** Who asks for prayer. */
import { Text } from '@mantine/core'
import type { Names } from '../api/use-names.ts'
import type { PrayerRequest } from '../api-types.ts'

/** Also told where it is not to be told to others: the console is for those who care for the church. */
export function Asking({ request, names }: { request: PrayerRequest; names: Names }) {
  const { person_id, name, is_anonymous } = request
  const known = names.of(person_id) ?? name
  if (!known)
    return (
      <Text span inherit>
        {is_anonymous ? 'Anonymous' : 'No name given'}
      </Text>
    )
  return (
    <Text span inherit>
      {known}
      {is_anonymous && (
        <Text span inherit c="dimmed">
          {' '}
          (asked to stay anonymous)
        </Text>
      )}
    </Text>
  )
}
