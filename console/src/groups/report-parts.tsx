/** Beside what is drawn of a report: its form while it is open, and the care note, which is read on purpose. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import type { AnyRecord } from '../house/house.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** @param record a report */
export function BelowReport({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  const { id, meeting_id, status } = record
  return (
    <Stack>
      {may('group_reports.submit') && status !== 'submitted' && (
        <Group>
          <LinkButton to={`/reports/meetings/${meeting_id}`}>{t('Fill in and hand in')}</LinkButton>
        </Group>
      )}
      {may('group_reports.read_care_note') && <CareNote key={id} id={id} />}
    </Stack>
  )
}

function CareNote({ id }: { id: number }) {
  const [note, setNote] = useState<string | null>()
  const read = useNotifiedAction('group_reports.read_care_note', t('Not shown'))
  const clear = useNotifiedAction('group_reports.clear_care_note', t('Not removed'))
  const show = async () => {
    const found = await read.act({ id })
    if (found !== undefined) setNote(found.care_note)
  }
  const remove = async () => {
    if ((await clear.act({ id }, t('The care note is removed.'))) !== undefined) setNote(null)
  }
  return (
    <Section title={t('Care note')}>
      {note === undefined ? (
        <Stack align="flex-start" gap="xs">
          <Text size="sm">{t('Told in confidence. The audit log keeps who reads it.')}</Text>
          <BusyButton variant="default" busy={read.pending} onClick={() => void show()}>
            {t('Show the care note')}
          </BusyButton>
        </Stack>
      ) : note === null ? (
        <Text role="status">{t('There is none.')}</Text>
      ) : (
        <Stack align="flex-start" gap="xs">
          <Text role="status" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {note}
          </Text>
          <Button variant="default" size="xs" disabled={clear.pending} onClick={() => void remove()}>
            {t('Remove it')}
          </Button>
        </Stack>
      )}
    </Section>
  )
}

/** @param record a meeting: that of a group leads to its report */
export function MeetingReport({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  if (!may('report_form') || typeof record.group_id !== 'number') return null
  return (
    <Group>
      <LinkButton to={`/reports/meetings/${record.id}`} variant="default">
        {t('Report of this meeting')}
      </LinkButton>
    </Group>
  )
}
