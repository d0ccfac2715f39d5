/** On the page of a pledge: whose gifts count towards it. */
import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PledgeGiver } from '../../../src/modules/pledges/person-pledges.ts'
import { useView } from '../api/use-offers.ts'
import { RecordPicker } from '../forms/record-picker.tsx'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import type { AnyRecord } from '../house/house.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** @param record a pledge */
export function PledgeGivers({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  return may('pledge_givers') && record.status === 'active' ? <Givers record={record} /> : null
}

function Givers({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  const givers = useView('pledge_givers', { id: record.id }).data
  if (givers === undefined) return null
  return (
    <Section title={t('Whose gifts count')}>
      {givers.length === 0 && <Text c="dimmed">{t('Nobody’s yet: say who pledged.')}</Text>}
      {may('pledges.set_givers') ? <Changeable pledge={record.id} givers={givers} /> : <Names givers={givers} />}
    </Section>
  )
}

const Names = ({ givers }: { givers: readonly PledgeGiver[] }) => (
  <Stack gap="xs">
    {givers.map(({ id, full_name }) => (
      <TextLink key={id} to={`/people/${id}`}>
        {full_name}
      </TextLink>
    ))}
  </Stack>
)

function Changeable({ pledge, givers }: { pledge: number; givers: readonly PledgeGiver[] }) {
  const [round, setRound] = useState(0)
  const set = useNotifiedAction('pledges.set_givers', t('Whose gifts count was not changed'))
  const ids = givers.map(({ id }) => id)
  async function save(person_ids: number[]): Promise<void> {
    await set.act({ id: pledge, person_ids }, t('Whose gifts count was changed.'))
    setRound(round + 1)
  }
  return (
    <Stack gap="xs">
      {givers.map(({ id, full_name }) => (
        <Group key={id} justify="space-between">
          <TextLink to={`/people/${id}`}>{full_name}</TextLink>
          {givers.length > 1 && (
            <BusyButton
              size="compact-sm"
              variant="subtle"
              busy={set.pending}
              aria-label={t('Leave {name} out', { name: full_name })}
              onClick={() => save(ids.filter(one => one !== id))}
            >
              {t('Leave out')}
            </BusyButton>
          )}
        </Group>
      ))}
      <RecordPicker
        key={round}
        resource="people"
        label={t('Somebody else whose gifts count')}
        value={null}
        onChange={found => found !== null && save([...ids, Number(found.id)])}
      />
    </Stack>
  )
}
