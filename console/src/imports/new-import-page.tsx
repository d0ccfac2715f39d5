/** Where one chooses a file to import, or goes on with one that was chosen before. */
import { FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { reasonOf } from '../api/refusal.ts'
import { sendFile } from '../api/send-file.ts'
import { useAction, useView } from '../api/use-offers.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { statusWord } from './words.ts'

const MOST_MB = 25

function NewImportPage() {
  const { path } = useMembership()
  const [, go] = useLocation()
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const begin = useAction('import_files.begin')
  const put = useAction('import_files.put')
  async function send(): Promise<void> {
    if (file === null) return setProblem(t('Choose a file first.'))
    if (file.size > MOST_MB * 1024 * 1024) {
      return setProblem(
        t('The file is larger than {most, number} MB. Split it, with the first line in each part.', { most: MOST_MB }),
      )
    }
    setProblem(undefined)
    setShare(0)
    try {
      const id = await sendFile({ begin: begin.mutateAsync, put: put.mutateAsync }, file, file.name, setShare)
      go(path(`/imports/files/${id}`))
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setShare(undefined)
  }
  return (
    <Page title={t('Import a file')} back={{ path: '/imports', label: t('Imports') }} maw={860}>
      <Stack>
        <Section title={t('Choose a file')}>
          <Stack>
            <Text>
              {t(
                'An Excel workbook or a CSV file, from your own spreadsheet or another church system. Nothing is imported before you have seen what will happen.',
              )}
            </Text>
            <FileInput
              label={t('File')}
              placeholder={t('Choose a file')}
              description={t('Up to {most, number} MB. It is kept for a day.', { most: MOST_MB })}
              accept=".csv,.txt,.tsv,.xlsx"
              value={file}
              onChange={setFile}
            />
            <Problem>{problem}</Problem>
            {share !== undefined && <Progress value={share * 100} aria-label={t('Sending the file')} />}
            <Group>
              <BusyButton busy={share !== undefined} onClick={() => void send()}>
                {t('Continue')}
              </BusyButton>
            </Group>
          </Stack>
        </Section>
        <Earlier />
      </Stack>
    </Page>
  )
}

/** Files of today. */
function Earlier() {
  const { data } = useView('import_files')
  if (data === undefined || data.files.length === 0) return null
  return (
    <Section title={t('Chosen earlier')}>
      <Stack gap="xs">
        {data.files.map(({ id, name, status }) => (
          <Group key={id} justify="space-between">
            <TextLink to={`/imports/files/${id}`}>{name}</TextLink>
            <Text size="sm" c="dimmed">
              {statusWord(status)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

/** What the church's pages show of it. */
export const page = explained(NewImportPage, {
  says: t('Bring in people or gifts from a spreadsheet. Nothing is written before you have seen what will happen.'),
  chapter: 'bringing-in-a-file',
})
