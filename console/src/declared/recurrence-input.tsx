/** What asks when something recurs: once, every week, every second week, each month, or by a rule as it is written. */
import { Chip, Group, Input, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import {
  ORDINALS,
  type Ordinal,
  ordinalWord,
  type Recurrence,
  readRule,
  recurrence,
  ruleOf,
  WEEKDAYS,
  type Weekday,
  weekday,
  weekdaysIn,
} from '../formats/recurrence.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

interface RecurrenceInputProps {
  label: string
  /** A rule; empty for once. */
  value: string
  error?: string | undefined
  required: boolean
  change(rule: string): void
}

type Kind = 'once' | Recurrence['every'] | 'rule'

/** What each begins with: most of what a church does is on Sundays. */
const BEGINNING: Readonly<Record<Recurrence['every'], Recurrence>> = {
  week: { every: 'week', days: ['SU'] },
  second_week: { every: 'second_week', days: ['SU'] },
  month: { every: 'month', ordinal: 1, day: 'SU' },
}

const kinds = (): { value: Kind; label: string }[] => [
  { value: 'once', label: t('Once') },
  { value: 'week', label: t('Every week') },
  { value: 'second_week', label: t('Every second week') },
  { value: 'month', label: t('Every month') },
  { value: 'rule', label: t('Another rule') },
]

export function RecurrenceInput({ label, value, error, required, change }: RecurrenceInputProps) {
  const read = readRule(value)
  // A rule that could be chosen may be on its way to one that cannot.
  const [writes, setWrites] = useState(false)
  const kind: Kind =
    writes || (value !== '' && read === null) ? 'rule' : value === '' ? 'once' : (read?.every ?? 'once')

  function choose(chosen: Kind): void {
    setWrites(chosen === 'rule')
    if (chosen === 'once') change('')
    else if (chosen !== 'rule') change(ruleOf(keptDays(BEGINNING[chosen], read)))
  }

  return (
    <Stack gap="xs">
      <NativeSelect
        label={label}
        required={required}
        data={kinds()}
        value={kind}
        error={kind === 'rule' ? undefined : error}
        onChange={event => choose(event.currentTarget.value as Kind)}
      />
      {kind === 'rule' ? (
        <TextInput
          label={t('Rule')}
          description={t('As calendars write it (RFC 5545), such as FREQ=MONTHLY;BYMONTHDAY=15')}
          value={value}
          maxLength={200}
          error={error}
          onChange={event => change(event.currentTarget.value)}
        />
      ) : (
        read !== null && (
          <>
            <Days read={read} change={changed => change(ruleOf(changed))} />
            <Text size="sm" c="dimmed" role="status">
              {recurrence(value)}
            </Text>
          </>
        )
      )}
    </Stack>
  )
}

/** The days that were chosen, where the weeks between them change. */
function keptDays(beginning: Recurrence, read: Recurrence | null): Recurrence {
  if (beginning.every === 'month' || read === null || read.every === 'month') return beginning
  return { every: beginning.every, days: read.days }
}

function Days({ read, change }: { read: Recurrence; change(changed: Recurrence): void }) {
  const id = useId()
  const { country } = useMembership().church
  if (read.every === 'month') {
    return (
      <SimpleGrid cols={2} spacing="xs">
        <NativeSelect
          aria-label={t('Which in the month')}
          data={ORDINALS.map(one => ({ value: String(one), label: ordinalWord(one) }))}
          value={String(read.ordinal)}
          onChange={event => change({ ...read, ordinal: Number(event.currentTarget.value) as Ordinal })}
        />
        <NativeSelect
          aria-label={t('Day of the week')}
          data={weekdaysIn(country).map(value => ({ value, label: weekday(value) }))}
          value={read.day}
          onChange={event => change({ ...read, day: event.currentTarget.value as Weekday })}
        />
      </SimpleGrid>
    )
  }
  return (
    <Input.Wrapper label={t('On')} labelElement="div" labelProps={{ id }}>
      <Chip.Group
        multiple
        value={[...read.days]}
        onChange={days => change({ ...read, days: WEEKDAYS.filter(day => days.includes(day)) })}
      >
        <Group gap={6} role="group" aria-labelledby={id}>
          {weekdaysIn(country).map(day => (
            <Chip key={day} value={day} size="sm" aria-label={weekday(day)}>
              {weekday(day, 'short')}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
