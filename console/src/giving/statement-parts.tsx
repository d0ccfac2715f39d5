/** Statements: issuing those of a year, how far that is, and the paper of one. */
import { Button, Group, NativeSelect, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { ShownRun } from '../../../src/modules/statements/send.ts'
import { queryClient } from '../api/query-client.ts'
import { useAction, useView } from '../api/use-offers.ts'
import type { Contribution } from '../api-types.ts'
import { day, today } from '../formats/dates.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import type { AnyRecord } from '../house/house.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** How often it is looked how far a run is, in milliseconds. */
const LOOK_MS = 2_000

/** Above the list: what was issued together, and the way to more of it. */
export function AboveStatements() {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  return (
    <Stack gap="sm" align="flex-start" mb="md">
      {may('statements.issue_all') && <Button onClick={dialog.open}>{t('Issue statements')}</Button>}
      {may('statement_runs') && <Runs />}
      {opened && <IssueDialog onClose={dialog.close} />}
    </Stack>
  )
}

function Runs() {
  const { church } = useMembership()
  const found = useView('statement_runs', {}, true, data => (data?.runs.some(isUnderWay) ? LOOK_MS : false))
  const [latest] = found.data?.runs ?? []
  const [status, issued] = [latest?.status, latest?.issued]
  useEffect(() => {
    // The list below shows those that are issued by now.
    if (status === 'issued' && issued !== 0)
      void queryClient.invalidateQueries({ queryKey: [church.slug, 'statements'] }, { cancelRefetch: false })
  }, [church.slug, status, issued])
  if (latest === undefined) return null
  return (
    <Section title={t('Issued last')}>
      <Text role="status">{progress(latest)}</Text>
      {latest.status === 'issued' && latest.issued > 0 && (
        <Group mt="sm">
          <Button
            component="a"
            variant="default"
            href={`/console/api/${church.slug}/views/statements_file?year=${latest.to_on.slice(0, 4)}`}
            download
          >
            {t('Save all as PDF')}
          </Button>
          {latest.unsent > 0 && !latest.sends && <SendAll run={latest} />}
        </Group>
      )}
    </Section>
  )
}

const isUnderWay = ({ status, sends }: ShownRun): boolean => status !== 'issued' || sends

function progress({ status, issued, total, from_on, to_on, sent, opened }: ShownRun): string {
  const [from, to] = [day(from_on), day(to_on)]
  if (status === 'preparing') return t('Reading the gifts of {from} to {to}…', { from, to })
  if (status === 'issuing') return t('{issued, number} of {total, number} statements are issued.', { issued, total })
  return t(
    '{issued, plural, one {# statement} other {# statements}} of {from} to {to}; {sent, number} links sent, {opened, number} opened.',
    { issued, sent, opened, from, to },
  )
}

function SendAll({ run }: { run: ShownRun }) {
  const { may } = useMembership()
  const send = useAction('statements.send_all')
  if (!may('statements.send_all')) return null
  return (
    <BusyButton busy={send.isPending} onClick={() => send.mutate({ run_id: run.id })}>
      {t('Send {count, plural, one {# link} other {# links}}', { count: run.unsent })}
    </BusyButton>
  )
}

function IssueDialog({ onClose }: { onClose(): void }) {
  const { church } = useMembership()
  const initial = { year: Number(today(church.timezone).slice(0, 4)) - 1, by: 'person', note: '' }
  return (
    <ActionDialog
      action="statements.issue_all"
      title={t('Issue statements')}
      submit={t('Issue')}
      initial={initial}
      input={({ year, by, note }) => ({
        year,
        by: by === 'family' ? 'family' : 'person',
        note: note.trim() === '' ? null : note.trim(),
      })}
      done={() => t('The statements are being issued.')}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">
            {t(
              'Everybody who gave in this year and has no statement of it gets one. It is numbered and stays as it is: what changes later is said by a new version.',
            )}
          </Text>
          <NumberInput
            label={t('Year')}
            allowDecimal={false}
            thousandSeparator=""
            value={values.year}
            error={errors.year}
            onChange={year => change({ year: Number(year) })}
            data-autofocus
          />
          <NativeSelect
            label={t('statement|One for each')}
            data={[
              { value: 'person', label: t('Person') },
              { value: 'family', label: t('Family') },
            ]}
            value={values.by}
            error={errors.by}
            onChange={event => change({ by: event.currentTarget.value })}
          />
          <Textarea
            label={t('Printed on each')}
            description={t('What the law of your country asks for, such as a tax number.')}
            autosize
            minRows={2}
            maxLength={1000}
            value={values.note}
            error={errors.note}
            onChange={event => change({ note: event.currentTarget.value })}
          />
        </>
      )}
    </ActionDialog>
  )
}

/** On the page of a statement. */
export function StatementPaper({ record }: { record: AnyRecord }) {
  const { church, may } = useMembership()
  if (!may('statement_file')) return null
  return (
    <Section title={t('Paper')}>
      {record.changed === true && (
        <Text mb="sm">{t('A gift of these days has changed since it was issued: you can issue a new version.')}</Text>
      )}
      <Button
        component="a"
        variant="default"
        href={`/console/api/${church.slug}/views/statement_file?id=${record.id}`}
        download
      >
        {t('Save as PDF')}
      </Button>
    </Section>
  )
}

/** On the page of a gift: a receipt of it, once. */
export function ReceiptButton({ gift }: { gift: Contribution }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Receipt…')}
      </Button>
      {opened && (
        <ActionDialog
          action="statements.receipt"
          title={t('Issue a receipt')}
          submit={t('Issue')}
          initial={{}}
          input={() => ({ contribution_id: gift.id })}
          done={({ number }) => t('Receipt {number} is issued.', { number })}
          onDone={({ id }) => navigate(path(`/statements/${id}`))}
          onClose={dialog.close}
        >
          {() => <Text size="sm">{t('It has a number of its own and stays as it is issued.')}</Text>}
        </ActionDialog>
      )}
    </>
  )
}
