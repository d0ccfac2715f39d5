/** Above the list of meetings: it has those of the next two months, and whoever comes looks for those around today. */
import { Button, Group } from '@mantine/core'
import { today } from '../formats/dates.ts'
import { useAddress } from '../lists/use-address.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

const ALL = { from: undefined, to: undefined, sort: undefined }

export function MeetingTimes() {
  const { church } = useMembership()
  const [parameters, change] = useAddress()
  const day = today(church.timezone)
  const [from, to] = ['from', 'to'].map(name => parameters.get(name))
  const times = [
    [t('Until today'), { from: undefined, to: day, sort: undefined }, to === day && from === null],
    [t('From today on'), { from: day, to: undefined, sort: 'starts_at' }, from === day && to === null],
  ] as const
  return (
    <Group gap="xs" mb="md">
      {times.map(([label, wanted, isShown]) => (
        <Button
          key={label}
          size="xs"
          variant={isShown ? 'light' : 'default'}
          aria-pressed={isShown}
          onClick={() => change(isShown ? ALL : wanted)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
