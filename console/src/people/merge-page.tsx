/** Two records of one person side by side: which stays, what becomes of each field, what moves. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useView } from '../api/use-offers.ts'
import { useRecord } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { listOfAll } from '../formats/lists.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import { LoadProblem } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { rich, t } from '../texts/t.ts'
import { MergeTable } from './merge-table.tsx'
import { moveWords } from './move-words.ts'
import { numbered } from './person-words.ts'

const BACK = { path: '/people/duplicates', label: t('Duplicates') }

const idIn = (text: string | null): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function MergePage() {
  const [parameters] = useAddress()
  const [keep, remove] = [idIn(parameters.get('keep')), idIn(parameters.get('remove'))]
  const kept = useRecord('people', keep)
  const removed = useRecord('people', remove)
  return (
    <RecordFrame id={keep} record={kept} title={t('Merge')} back={BACK}>
      {first =>
        remove === undefined || remove === keep ? (
          <ChooseOther person={first} />
        ) : (
          <RecordFrame id={remove} record={removed} title={t('Merge')} back={BACK}>
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
    <Page title={t('Merge {full_name}', { full_name: person.full_name })} back={back} maw={640} focusHeading={false}>
      <Section title={t('Choose the other record')}>
        <RecordPicker
          resource="people"
          label={t('The other record of this person')}
          placeholder={t('Type a name, email or member number')}
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
      title={t('Merge two records')}
      back={BACK}
      maw={860}
      actions={
        <Button variant="default" onClick={swap}>
          {t('Swap')}
        </Button>
      }
    >
      <Stack>
        <Text>
          {rich('<b>{kept}</b> will be kept. <b>{removed}</b> will be removed.', {
            kept: numbered(kept),
            removed: numbered(removed),
            b: name => <b>{name}</b>,
          })}
        </Text>
        <Section title={t('Fields')}>
          <Text size="sm" c="dimmed" mb="sm">
            {t('The values of the record you keep win. Where it has none, they are filled in from the other one.')}
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
  const counts = useView('merge_counts', { id, into })
  const { data } = counts
  return (
    <Section title={t('What will move')}>
      {counts.error && <LoadProblem error={counts.error} onRetry={() => counts.refetch()} />}
      <Text size="sm" role="status">
        {data ? moveWords(data) : t('Counting…')}
      </Text>
    </Section>
  )
}

function Merge({ kept, removed }: { kept: Person; removed: Person }) {
  const { path, may } = useMembership()
  const [, navigate] = useLocation()
  const [opened, dialog] = useDisclosure(false)
  const [merged, setMerged] = useState(false)
  const gone = [kept, removed].filter(({ deleted_at }) => deleted_at !== null)
  if (!may('people.merge')) return null
  // What was just merged is read again before the page is left.
  if (gone.length > 0 && !opened && !merged)
    return (
      <Alert role="note" color="yellow">
        {t('{names}: already removed, so this cannot be merged.', { names: listOfAll(gone.map(one => one.full_name)) })}
      </Alert>
    )
  function leave(): void {
    setMerged(true)
    navigate(path(`/people/${kept.id}`), { replace: true })
  }
  return (
    <Group justify="flex-end">
      <Button onClick={dialog.open}>{t('Merge…')}</Button>
      {opened && (
        <ConfirmDialog
          action="people.merge"
          input={{ keep: kept.id, remove: removed.id }}
          title={t('Merge the two records?')}
          submit={t('Merge records')}
          done={t('The records were merged into {kept}.', { kept: numbered(kept) })}
          onDone={leave}
          onClose={dialog.close}
        >
          <Text size="sm">
            {t(
              'No. {removed} will be removed, and everything that belongs to it will move to no. {kept}. This cannot be undone.',
              { removed: removed.member_no, kept: kept.member_no },
            )}
          </Text>
        </ConfirmDialog>
      )}
    </Group>
  )
}

/** What the church's pages show of it. */
export const page = explained(MergePage, {
  says: t(
    'Two records of one person become one. Gifts, groups and messages of both are kept; choose which details stay.',
  ),
  chapter: 'first-sunday#when-something-is-wrong',
})
