/** One file on its way: understood, checked, imported. The page finds it again wherever it is. */
import { Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { FileState } from '../../../src/modules/import-files/views.ts'
import { useView } from '../api/use-offers.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { saidHere, t } from '../texts/t.ts'
import { FileDownload } from './file-download.tsx'
import { Preview } from './preview.tsx'
import { Understanding } from './understanding.tsx'

const BACK = { path: '/imports/new', label: t('Import a file') }
const LOOK_MS = 1_000

function ImportFilePage() {
  const id = useId()
  const state = useView('import_files.state', { id }, id !== undefined, data =>
    data?.status === 'running' ? LOOK_MS : false,
  )
  return (
    <RecordFrame id={id} record={state} title={t('Import a file')} back={BACK}>
      {data => <FileView key={data.id} state={data} />}
    </RecordFrame>
  )
}

function FileView({ state }: { state: FileState }) {
  // Whoever has seen the preview may go back to the columns.
  const [again, setAgain] = useState(false)
  const { id, name, status } = state
  return (
    <Page title={name} back={BACK}>
      {(status === 'draft' || again) && <Understanding id={id} onChecked={() => setAgain(false)} />}
      {status === 'checked' && !again && <Preview state={state} onBack={() => setAgain(true)} />}
      {status === 'running' && <Running progress={state.progress} />}
      {status === 'done' && <Done state={state} />}
      {status === 'failed' && <Failed state={state} />}
    </Page>
  )
}

function Running({ progress }: { progress: number }) {
  return (
    <Section title={t('Importing')}>
      <Stack gap="xs">
        <Progress value={Math.max(5, progress * 100)} animated aria-label={t('Importing')} />
        <Text role="status">{t('The import continues if you leave this page.')}</Text>
      </Stack>
    </Section>
  )
}

function Done({ state: { id, import_id, buckets } }: { state: FileState }) {
  const refused = buckets.refused ?? 0
  return (
    <Section title={t('Imported')}>
      <Stack>
        <Text role="status">{t('The file was imported.')}</Text>
        {refused > 0 && (
          <Text>{t('{count, plural, one {# row was refused.} other {# rows were refused.}}', { count: refused })}</Text>
        )}
        <Group>
          {import_id !== null && <LinkButton to={`/imports/${import_id}`}>{t('Show the import')}</LinkButton>}
          <FileDownload id={id} what="report" />
          {refused > 0 && <FileDownload id={id} what="refused" />}
          <LinkButton to="/imports/new" variant="default">
            {t('Import another file')}
          </LinkButton>
        </Group>
      </Stack>
    </Section>
  )
}

function Failed({ state: { error } }: { state: FileState }) {
  return (
    <Notice title={t('Not imported')} colour="red">
      <Stack>
        {error !== null && <Text>{saidHere(error)}</Text>}
        <Group>
          <LinkButton to="/imports/new">{t('Choose a file')}</LinkButton>
        </Group>
      </Stack>
    </Notice>
  )
}

/** What the church's pages show of it. */
export const page = explained(ImportFilePage, {
  says: t('What Sexton understood of your file, row by row. Mend what is wrong, then import it.'),
  chapter: 'bringing-in-a-file',
})
