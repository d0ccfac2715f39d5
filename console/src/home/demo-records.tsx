/** The demo's records, where there are some: what they are, and a button that removes them, with what goes and stays told before. */
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { CountedRecords, DemoShown } from '../../../src/console/setup/remove-demo.ts'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { useView } from '../api/use-offers.ts'
import { listOfAll } from '../formats/lists.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

function DemoRecords() {
  const setup = useView('setup')
  const { may } = useMembership()
  const [asking, dialog] = useDisclosure(false)
  if (!setup.data?.demo || !may('demo.remove')) return null
  return (
    <Section title={t('This church began as a demo')}>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 12rem">
          {t(
            'Its people, gifts and messages are made up. When you have looked around, remove them and go on with your own.',
          )}
        </Text>
        <Button variant="default" onClick={dialog.open}>
          {t('Remove the demo records')}
        </Button>
      </Group>
      {asking && <RemoveDialog onClose={dialog.close} />}
    </Section>
  )
}

function RemoveDialog({ onClose }: { onClose(): void }) {
  const { data } = useView('demo')
  if (!data) return null
  return (
    <ConfirmDialog
      action="demo.remove"
      input={{}}
      title={t('Remove the demo records?')}
      submit={t('Remove the demo records')}
      done={t('The demo records were removed.')}
      onClose={onClose}
    >
      <Stack gap="xs">
        <What {...data} />
        <Text size="sm">
          {t(
            'They are deleted for good, also those that you changed. Messages still go to the outbox and payments are still tests, until you choose providers under Settings.',
          )}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

function What({ goes, stays, added }: DemoShown) {
  return (
    <>
      <Text size="sm">
        {goes.length > 0
          ? t('These records of the demo go: {records}.', { records: listOfAll(goes.map(counted)) })
          : t('Nothing of the demo goes.')}
      </Text>
      <Records title={t('What you added stays:')} records={added} />
      <Records title={t('These records of the demo stay, too, since your church still needs them:')} records={stays} />
    </>
  )
}

function Records({ title, records }: { title: string; records: readonly CountedRecords[] }) {
  if (records.length === 0) return null
  return (
    <div>
      <Text size="sm">{title}</Text>
      <List size="sm">
        {records.map(one => (
          <List.Item key={one.many}>{named(one)}</List.Item>
        ))}
      </List>
    </div>
  )
}

const counted = (records: CountedRecords): string => t(phrasesOf(records).counted, { count: records.count })

/** 2 people: Ada Obi and Bola Eze. */
function named(records: CountedRecords): string {
  const { names, count } = records
  if (names.length === 0) return counted(records)
  const more = count > names.length ? [...names, t('{count, number} more', { count: count - names.length })] : names
  return t('{records}: {names}', { records: counted(records), names: listOfAll(more) })
}

/** On the home page. */
export const demoRecords: PagePart = { needs: 'setup', ofChurch: true, Part: DemoRecords }
