/** The studio of a sermon, for those who write it: each section with its state, and what can be done with it. */
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { StudioSection } from '../../../src/modules/media/studio.ts'
import { wordOf } from '../formats/words.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { LoadProblem } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'
import { KINDS, type SectionKind, useStudio } from './sections.ts'

export function StudioSections({ id }: { id: number }) {
  const studio = useStudio(id)
  return (
    <Section title={t('Studio')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('What goes with the sermon. Each part is published on its own; drafts are visible only here.')}
      </Text>
      {studio.isLoading && <Skeleton height={120} />}
      {studio.error && <LoadProblem error={studio.error} onRetry={() => studio.refetch()} />}
      {studio.data && (
        <Stack>
          {KINDS.map(kind => (
            <Row key={kind} id={id} kind={kind} section={studio.data.sections.find(one => one.kind === kind)} />
          ))}
        </Stack>
      )}
    </Section>
  )
}

function Row({ id, kind, section }: { id: number; kind: SectionKind; section: StudioSection | undefined }) {
  const publish = useNotifiedAction('sermons.publish_section', t('Not published'))
  const unpublish = useNotifiedAction('sermons.unpublish_section', t('Not unpublished'))
  const name = wordOf(kind)
  const published = section?.published_at != null
  const change = published ? unpublish : publish
  const done = published ? t('{name} unpublished.', { name }) : t('{name} published.', { name })
  const press = (): void => void change.act({ id, kind }, done)
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        <Text fw={500}>{name}</Text>
        {section === undefined ? (
          <Text size="sm" c="dimmed">
            {t('Not written yet')}
          </Text>
        ) : (
          <StatusBadge status={published ? 'published' : 'draft'} of="sermon" />
        )}
      </Group>
      <Group gap="xs">
        {section !== undefined && (
          <BusyButton
            size="xs"
            variant="default"
            busy={change.pending}
            aria-label={published ? t('Unpublish {name}', { name }) : t('Publish {name}', { name })}
            onClick={press}
          >
            {published ? t('Unpublish') : t('Publish')}
          </BusyButton>
        )}
        <LinkButton
          to={`/sermons/${id}/studio/${kind}`}
          size="xs"
          variant="default"
          aria-label={section === undefined ? t('Write {name}', { name }) : t('Edit {name}', { name })}
        >
          {section === undefined ? t('Write') : t('Edit')}
        </LinkButton>
      </Group>
    </Group>
  )
}
