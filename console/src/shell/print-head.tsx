/** What stands on paper above a page: whose it is, and of which day. */
import { Text } from '@mantine/core'
import { day, today } from '../formats/dates.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

export function PrintHead() {
  const { church } = useMembership()
  return (
    <Text className="print-only" size="sm" mb="xs">
      {t('{church}, {day}', { church: church.name, day: day(today(church.timezone)) })}
    </Text>
  )
}
