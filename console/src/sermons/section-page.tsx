/** Writes a section of the studio: kept in the browser until it is saved, and never over what somebody else wrote. */
import { Button, Group, Paper, SegmentedControl, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { StudioSection } from '../../../src/modules/media/studio.ts'
import { Refusal } from '../api/refusal.ts'
import { useOperation } from '../api/use-operations.ts'
import type { Sermon } from '../api-types.ts'
import { wordOf } from '../formats/words.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { Problem } from '../forms/problem.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useMembership } from '../session/membership.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { Section } from '../shell/section.tsx'
import { useId } from '../shell/use-id.ts'
import { KINDS, useStudio } from './sections.ts'

interface SectionInput {
  id: number
  kind: string
  title: string | null
  body: string
  version: string | null
}

const FIELDS = ['title', 'body']

export function SectionPage() {
  const id = useId()
  const { kind = '' } = useParams<{ kind: string }>()
  const studio = useStudio(id)
  if (!KINDS.some(one => one === kind)) return <NotFound />
  return (
    <RecordFrame id={id} record={studio} title={wordOf(kind)} back={{ path: '/sermons', label: 'Sermons' }}>
      {({ sermon, sections }) => (
        <SectionForm
          key={`${sermon.id}/${kind}`}
          sermon={sermon}
          kind={kind}
          section={sections.find(one => one.kind === kind)}
          refetch={async () => (await studio.refetch()).data?.sections.find(one => one.kind === kind)}
        />
      )}
    </RecordFrame>
  )
}

interface SectionFormProps {
  sermon: Pick<Sermon, 'id' | 'title'>
  kind: string
  section: StudioSection | undefined
  refetch(): Promise<StudioSection | undefined>
}

/** Somebody else has written it since it was read. */
const isOvertaken = (error: Error): boolean => error instanceof Refusal && 'version' in error.errors

function SectionForm({ sermon, kind, section, refetch }: SectionFormProps) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const [theirs, setTheirs] = useState<StudioSection>()
  const [shown, setShown] = useState<'write' | 'preview'>('write')
  // The version is kept with the text: after a reload it is still what the text began with.
  const draft = useDraftForm(`sermons/${sermon.id}/${kind}`, {
    title: section?.title ?? '',
    body: section?.body ?? '',
    version: section?.version ?? null,
  })
  const { form } = draft
  const save = useOperation<SectionInput>('sermons.set_section')
  const back = `/sermons/${sermon.id}`

  function send(version: string | null): void {
    const { title, body } = form.values
    save.mutate(
      { id: sermon.id, kind, title: title.trim() || null, body, version },
      {
        onSuccess: () => {
          draft.drop()
          notifications.show({ message: `${wordOf(kind)}: saved.` })
          navigate(path(back), { replace: true })
        },
        onError: error => {
          form.setErrors(sortErrors(error, FIELDS).beside)
          if (isOvertaken(error)) void refetch().then(setTheirs)
          else focusFirstError()
        },
      },
    )
  }

  function takeTheirs(): void {
    if (theirs === undefined) return
    form.setValues({ title: theirs.title ?? '', body: theirs.body, version: theirs.version })
    setTheirs(undefined)
    save.reset()
  }

  return (
    <Page title={wordOf(kind)} back={{ path: back, label: sermon.title }} maw={860}>
      <form onSubmit={form.onSubmit(() => send(form.values.version))} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          {theirs && <Overtaken theirs={theirs} onTakeTheirs={takeTheirs} onKeepMine={() => send(theirs.version)} />}
          <SegmentedControl
            aria-label="Write or preview"
            data={[
              { value: 'write', label: 'Write' },
              { value: 'preview', label: 'Preview' },
            ]}
            value={shown}
            onChange={value => setShown(value as typeof shown)}
          />
          {shown === 'write' ? (
            <Section title="Text">
              <Stack>
                <TextInput label="Title" maxLength={190} {...form.getInputProps('title')} />
                <Textarea
                  label="Text"
                  required
                  autosize
                  minRows={10}
                  maxRows={30}
                  maxLength={20_000}
                  {...form.getInputProps('body')}
                />
              </Stack>
            </Section>
          ) : (
            <Reading title={form.values.title || wordOf(kind)} body={form.values.body} />
          )}
          {section?.published_at != null && (
            <Text size="sm" c="dimmed">
              This is published: what you save is seen at once.
            </Text>
          )}
          {save.error && !isOvertaken(save.error) && (
            <SaveProblem error={save.error} fields={FIELDS} onRetry={() => send(form.values.version)} />
          )}
          <FormActions
            label={section?.published_at == null ? 'Save draft' : 'Save'}
            busy={save.isPending}
            cancel={back}
            onCancel={draft.drop}
          />
        </Stack>
      </form>
    </Page>
  )
}

/** As the sermon page shows it. */
function Reading({ title, body }: { title: string; body: string }) {
  return (
    <Section title={title}>
      <Text className="pre-line" style={{ overflowWrap: 'anywhere' }}>
        {body || 'Nothing is written yet.'}
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
    <Problem title="Somebody else has written this meanwhile">
      <Stack gap="sm">
        <Text size="sm">Nothing was saved. Your text is below; theirs is this:</Text>
        <Paper
          withBorder
          p="sm"
          mah={300}
          style={{ overflow: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label="Their text"
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
            Save mine in its place
          </Button>
          <Button size="xs" variant="default" onClick={onTakeTheirs}>
            Take theirs and go on
          </Button>
        </Group>
      </Stack>
    </Problem>
  )
}
