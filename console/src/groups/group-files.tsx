/** On the page of a group: its material, such as lesson sheets and songs, to be saved, added and removed. */
import { Anchor, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { GroupFile } from '../../../src/modules/group-files/group-files.ts'
import { reasonOf } from '../api/refusal.ts'
import { sendFile } from '../api/send-file.ts'
import { useAction, useSender, useView } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import type { AnyRecord } from '../house/house.ts'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { shrinkImage } from './shrink-image.ts'

const MOST_MB = 10

/** @param record a group */
export function GroupFiles({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  return may('group_files') ? <Files id={record.id} /> : null
}

function Files({ id }: { id: number }) {
  const { may } = useMembership()
  const files = useView('group_files', { id }).data
  if (files === undefined) return null
  return (
    <Section title={t('Files')}>
      <Stack gap="sm">
        {files.length === 0 && <Text c="dimmed">{t('No files yet.')}</Text>}
        {files.map(file => (
          <FileLine key={file.id} file={file} />
        ))}
        {may('files.begin') && <AddFile group={id} />}
      </Stack>
    </Section>
  )
}

function FileLine({ file: { id, name, size, added_by, created_at } }: { file: GroupFile }) {
  const { church, may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  const when = moment(created_at, church.timezone)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        <Anchor href={`/console/api/${church.slug}/views/file?id=${id}`} download>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {t('{size, number} kB, {name}, {when}', { size: Math.ceil(size / 1_000), name: added_by, when })}
        </Text>
      </Stack>
      {may('files.remove') && (
        <Button size="xs" variant="default" aria-label={t('Remove {name}', { name })} onClick={dialog.open}>
          {t('Remove')}
        </Button>
      )}
      {opened && (
        <ConfirmDialog
          action="files.remove"
          title={t('Remove {name}?', { name })}
          submit={t('Remove')}
          input={{ id }}
          done={t('The file is removed.')}
          onClose={dialog.close}
        >
          <Text size="sm">{t('It is gone for everybody, and cannot be brought back.')}</Text>
        </ConfirmDialog>
      )}
    </Group>
  )
}

function AddFile({ group }: { group: number }) {
  const begin = useSender('files.begin')
  const put = useSender('files.put')
  const finish = useAction('files.finish')
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  async function add(file: File | null): Promise<void> {
    if (file === null) return
    setProblem(undefined)
    setShare(0)
    try {
      const sent = await shrinkImage(file)
      if (sent.size > MOST_MB * 1024 * 1024) {
        setProblem(
          t('{name} is larger than {most, number} MB, so it was not added.', { name: file.name, most: MOST_MB }),
        )
      } else {
        const to = { begin: (named: { name: string; bytes: number }) => begin({ group_id: group, ...named }), put }
        await finish.mutateAsync({ id: await sendFile(to, sent, file.name, setShare) })
        notifications.show({ message: t('{name} is added.', { name: file.name }) })
      }
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setShare(undefined)
  }
  return (
    <>
      <Problem>{problem}</Problem>
      {share !== undefined && <Progress value={share * 100} aria-label={t('Sending the file')} />}
      <Group gap="sm">
        <FileButton onChange={file => void add(file)} disabled={share !== undefined}>
          {props => (
            <Button variant="default" {...props}>
              {t('Add a file')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {t('Up to {most, number} MB: PDF, pictures, text, documents.', { most: MOST_MB })}
        </Text>
      </Group>
    </>
  )
}
