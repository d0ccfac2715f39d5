/** One sermon, with its published sections. */
import { Anchor, Stack, Text } from '@mantine/core'
import { useRecord } from '../api/use-records.ts'
import type { Sermon } from '../api-types.ts'
import { day, moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import { Details } from '../parts/details.tsx'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { SermonActions } from './sermon-actions.tsx'
import { StudioSections } from './studio.tsx'

const BACK = { path: '/sermons', label: t('Sermons') }

export function SermonPage() {
  const id = useId()
  const sermon = useRecord('sermons', id)
  return (
    <RecordFrame id={id} record={sermon} title={t('Sermon')} back={BACK}>
      {data => <SermonView sermon={data} />}
    </RecordFrame>
  )
}

/** Elsewhere on the web: opened on its own. Addresses that are not of the web are shown as text. */
function Media({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return address
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer">
      {new URL(address).hostname}
    </Anchor>
  )
}

function SermonView({ sermon }: { sermon: Sermon }) {
  const { church, may } = useMembership()
  const { timezone } = church
  const details = [
    { label: t('Speaker'), value: sermon.speaker },
    { label: t('Preached'), value: sermon.preached_on && day(sermon.preached_on) },
    { label: t('Series'), value: sermon.series },
    { label: t('Scripture'), value: sermon.scripture },
    { label: t('Audio'), value: sermon.audio_url && <Media address={sermon.audio_url} /> },
    { label: t('Video'), value: sermon.video_url && <Media address={sermon.video_url} /> },
    { label: t('Published'), value: sermon.published_at && moment(sermon.published_at, timezone) },
  ]
  return (
    <Page title={sermon.title} back={BACK} actions={<SermonActions sermon={sermon} />} maw={760}>
      <Stack>
        <Section title={t('Sermon')}>
          <Stack>
            <Details details={details} />
            {sermon.description && <Text className="pre-line">{sermon.description}</Text>}
          </Stack>
        </Section>
        {may('studio') && <StudioSections id={sermon.id} />}
        {sermon.sections.map(({ kind, title, body, published_at }) => (
          <Section key={kind} title={title ?? wordOf(kind)}>
            <Text size="sm" c="dimmed" mb="xs">
              {wordOf(kind)}, published {moment(published_at, timezone)}
            </Text>
            <Text className="pre-line">{body}</Text>
          </Section>
        ))}
      </Stack>
    </Page>
  )
}
