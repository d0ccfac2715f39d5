/** Below an import: what became of each row, to whoever sent the file. */
import { Group, Stack, Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import type { AnyRecord } from '../house/house.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { FileDownload } from './file-download.tsx'
import { UndoSection } from './undo-section.tsx'

/** What belongs to an import. */
export function BelowImport({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  return (
    <>
      {may('import_report') && <Report id={record.id} />}
      <UndoSection record={record} />
    </>
  )
}

function Report({ id }: { id: number }) {
  const { data } = useView('import_report', { id })
  if (!data?.file) return null
  return (
    <Section title={t('Report')}>
      <Stack gap="sm">
        <Text size="sm">
          {t('What became of each row. The report is kept for as long as the import can be taken back.')}
        </Text>
        <Group>
          <FileDownload id={data.file} what="report" />
        </Group>
      </Stack>
    </Section>
  )
}
