/** Two records of one person side by side: which stays, what becomes of each field, what moves. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import type { MovedTable } from '../../../src/modules/index.ts'
import type { MergeCounts } from '../../../src/modules/people/merge-counts.ts'
import { useOperation, useView } from '../api/use-operations.ts'
import { useRecord } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import { LoadProblem } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { Section } from '../shell/section.tsx'
import { MergeTable } from './merge-table.tsx'
import { moveWords } from './move-words.ts'

const BACK = { path: '/people/duplicates', label: 'Duplicates' }

const idIn = (text: string | null): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function MergePage() {
  const [parameters] = useAddress()
  const [keep, remove] = [idIn(parameters.get('keep')), idIn(parameters.get('remove'))]
  const kept = useRecord('people', keep)
  const removed = useRecord('people', remove)
  return (
    <RecordFrame id={keep} record={kept} title="Merge" back={BACK}>
      {first =>
        remove === undefined || remove === keep ? (
          <ChooseOther person={first} />
        ) : (
          <RecordFrame id={remove} record={removed} title="Merge" back={BACK}>
            {second => <Compare kept={first} removed={second} />}
          </RecordFrame>
        )
      }
    </RecordFrame>
  )
}

function ChooseOther({ person }: { person: Person }) {
  const [, change] = useAddress()
  const back = { path: `/people/${person.id}`, label: person.full_name }
  return (
    <Page title={`Merge ${person.full_name}`} back={back} maw={640} focusHeading={false}>
      <Section title="With whom?">
        <RecordPicker
          resource="people"
          label="The other record of this person"
          placeholder="Type a name, e-mail or member number"
          value={null}
          onChange={found => found && found.id !== person.id && change({ remove: String(found.id) })}
        />
      </Section>
    </Page>
  )
}

function Compare({ kept, removed }: { kept: Person; removed: Person }) {
  const [, change] = useAddress()
  const swap = (): void => change({ keep: String(removed.id), remove: String(kept.id) }, true)
  return (
    <Page
      title="Merge two records"
      back={BACK}
      maw={860}
      actions={
        <Button variant="default" onClick={swap}>
          Swap
        </Button>
      }
    >
      <Stack>
        <Text>
          <b>
            {kept.full_name}, no. {kept.member_no}
          </b>
          , stays.{' '}
          <b>
            {removed.full_name}, no. {removed.member_no}
          </b>
          , goes.
        </Text>
        <Section title="Fields">
          <Text size="sm" c="dimmed" mb="sm">
            Values of the record that stays win. Where it has none, they are filled in from the other.
          </Text>
          <MergeTable kept={kept} removed={removed} />
        </Section>
        <Moves id={removed.id} into={kept.id} />
        <Merge kept={kept} removed={removed} />
      </Stack>
    </Page>
  )
}

function Moves({ id, into }: { id: number; into: number }) {
  const counts = useView<MergeCounts<MovedTable>>('merge_counts', { id, into })
  const { data } = counts
  return (
    <Section title="What moves">
      {counts.error && <LoadProblem error={counts.error} onRetry={() => counts.refetch()} />}
      <Text size="sm" role="status">
        {data ? moveWords(data) : 'Counting…'}
      </Text>
    </Section>
  )
}

function Merge({ kept, removed }: { kept: Person; removed: Person }) {
  const { path, may } = useMembership()
  const [, navigate] = useLocation()
  const [opened, dialog] = useDisclosure(false)
  const merge = useOperation<{ keep: number; remove: number }>('people.merge')
  const gone = [kept, removed].filter(({ deleted_at }) => deleted_at !== null)
  if (!may('people.merge')) return null
  // What was just merged is read again before the page is left.
  if (gone.length > 0 && !merge.isPending && !merge.isSuccess)
    return (
      <Alert role="note" color="yellow">
        {gone.map(one => one.full_name).join(' and ')}: removed already, so not merged.
      </Alert>
    )
  async function submit(): Promise<void> {
    const done = await merge.mutateAsync({ keep: kept.id, remove: removed.id }).catch(() => undefined)
    if (done === undefined) return
    notifications.show({ message: `The records are merged into ${kept.full_name}, no. ${kept.member_no}.` })
    navigate(path(`/people/${kept.id}`), { replace: true })
  }
  return (
    <Group justify="flex-end">
      <Button onClick={dialog.open}>Merge…</Button>
      <FormDialog
        title="Merge the two records?"
        opened={opened}
        onClose={dialog.close}
        onSubmit={() => void submit()}
        submit="Merge"
        danger
        pending={merge.isPending}
        error={merge.error}
      >
        <Text size="sm">
          No. {removed.member_no} is removed, and what belongs to it becomes no. {kept.member_no}&apos;s. This cannot be
          taken back.
        </Text>
      </FormDialog>
    </Group>
  )
}
