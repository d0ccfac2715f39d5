/** Writes a section of the studio: kept in the browser until it is saved, and never over what somebody else wrote. */
import { Button, Group, Paper, SegmentedControl, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import type { StudioSection } from '../../../src/modules/media/studio.ts'
import type { Sermon } from '../api-types.ts'
import { wordOf } from '../formats/words.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { explained } from '../shell/explained-page.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { KINDS, useStudio } from './sections.ts'
import { FIELDS, type SectionPlace, useSection } from './use-section.ts'

const SIDES = [
  { value: 'write', label: t('Write') },
  { value: 'preview', label: t('Preview') },
]

function SectionPage() {
  const id = useId()
  const { kind: named } = useParams<{ kind: string }>()
  const kind = KINDS.find(one => one === named)
  const studio = useStudio(id)
  if (kind === undefined) return <NotFound />
  return (
    <RecordFrame id={id} record={studio} title={wordOf(kind)} back={{ path: '/sermons', label: t('Sermons') }}>
      {({ sermon, sections }) => (
        <SectionForm
          key={`${sermon.id}/${kind}`}
          sermon={sermon}
          id={sermon.id}
          kind={kind}
          section={sections.find(one => one.kind === kind)}
          refetch={async () => (await studio.refetch()).data?.sections.find(one => one.kind === kind)}
        />
      )}
    </RecordFrame>
  )
}

function SectionForm({ sermon, ...place }: SectionPlace & { sermon: Pick<Sermon, 'id' | 'title'> }) {
  const [shown, setShown] = useState<'write' | 'preview'>('write')
  const { draft, busy, error, theirs, save, keepMine, takeTheirs } = useSection(place)
  const { form } = draft
  const { kind, section } = place
  const published = section?.published_at != null
  const back = `/sermons/${sermon.id}`
  return (
    <Page title={wordOf(kind)} back={{ path: back, label: sermon.title }} maw={860}>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          {theirs && <Overtaken theirs={theirs} onTakeTheirs={takeTheirs} onKeepMine={keepMine} />}
          <SegmentedControl
            aria-label={t('Write or preview')}
            data={SIDES}
            value={shown}
            onChange={value => setShown(value as typeof shown)}
          />
          {shown === 'write' ? (
            <Writing form={form} />
          ) : (
            <Reading title={form.values.title || wordOf(kind)} body={form.values.body} />
          )}
          {published && (
            <Text size="sm" c="dimmed">
              {t('This is published, so your changes are visible as soon as you save.')}
            </Text>
          )}
          <SaveProblem error={error} fields={FIELDS} onRetry={save} />
          <FormActions
            label={published ? t('Save') : t('Save draft')}
            busy={busy}
            cancel={back}
            onCancel={draft.drop}
          />
        </Stack>
      </form>
    </Page>
  )
}

function Writing({ form }: { form: ReturnType<typeof useSection>['draft']['form'] }) {
  return (
    <Section title={t('Text')}>
      <Stack>
        <TextInput label={t('of a text|Title')} maxLength={190} {...form.getInputProps('title')} />
        <Textarea
          label={t('Text')}
          required
          autosize
          minRows={10}
          maxRows={30}
          maxLength={20_000}
          {...form.getInputProps('body')}
        />
      </Stack>
    </Section>
  )
}

/** As the sermon page shows it. */
function Reading({ title, body }: { title: string; body: string }) {
  return (
    <Section title={title}>
      <Text className="pre-line" style={{ overflowWrap: 'anywhere' }}>
        {body || t('Nothing written yet.')}
      </Text>
    </Section>
  )
}

interface OvertakenProps {
  theirs: StudioSection
  onTakeTheirs(): void
  onKeepMine(): void
}

/** Both texts are there until the writer has chosen. */
function Overtaken({ theirs: { title, body }, onTakeTheirs, onKeepMine }: OvertakenProps) {
  return (
    <Problem title={t('Someone else changed this while you were writing')}>
      <Stack gap="sm">
        <Text size="sm">{t('Nothing was saved. Your text is below. This is their version:')}</Text>
        <Paper
          withBorder
          p="sm"
          mah={300}
          style={{ overflow: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('Their version')}
        >
          {title && (
            <Title order={3} size="h5">
              {title}
            </Title>
          )}
          <Text className="pre-line" style={{ overflowWrap: 'anywhere' }}>
            {body}
          </Text>
        </Paper>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onKeepMine}>
            {t('Save my version')}
          </Button>
          <Button size="xs" variant="default" onClick={onTakeTheirs}>
            {t('Use their version')}
          </Button>
        </Group>
      </Stack>
    </Problem>
  )
}

/** What the church's pages show of it. */
export const page = explained(SectionPage, {
  says: t(
    'One part of a sermon, such as its notes. Save it as often as you like; it is seen outside once you publish it.',
  ),
  chapter: 'groups-and-classes',
})
