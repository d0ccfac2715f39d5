/** Offerings that groups reported, for whoever keeps the books: each is taken into them once. */
import { Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReportOffering } from '../../../src/modules/group-reports/offerings-view.ts'
import { useView } from '../api/use-offers.ts'
import { useFunds } from '../api/use-records.ts'
import { day } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import { wordOf } from '../formats/words.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import type { Column } from '../lists/columns.ts'
import { BranchFilter, DateFilter, SelectFilter } from '../lists/filter-fields.tsx'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { BatchChoice } from './batch-of-gift.tsx'
import { METHODS, type Method } from './methods.ts'

const STATES = ['taken', 'all'] as const

const columnsFor = (mayTake: boolean, take: (offering: ReportOffering) => void): Column<ReportOffering>[] => [
  { header: t('Day'), cell: ({ held_on }) => day(held_on), nowrap: true },
  { header: t('Branch'), cell: ({ branch }) => branch, phone: 'below' },
  {
    header: t('Offering'),
    cell: ({ offering, currency }) => money(offering, currency),
    align: 'end',
    phone: 'aside',
    nowrap: true,
  },
  { header: t('of an offering|State'), cell: one => stateOf(one), phone: 'below' },
  { header: t('Report'), cell: ({ id }) => String(id), wide: true },
  {
    header: t('Books'),
    onScreen: true,
    phone: 'below',
    cell: one =>
      one.state === 'taken' ? (
        <TextLink to={`/contributions/${one.contribution_id}`}>{t('See the gift')}</TextLink>
      ) : (
        mayTake && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('Take into the books: {amount} of {day}', {
              amount: money(one.offering, one.currency),
              day: day(one.held_on),
            })}
            onClick={() => take(one)}
          >
            {t('Take into the books')}
          </Button>
        )
      ),
  },
]

function OfferingsPage() {
  const { may } = useMembership()
  const [parameters] = useAddress()
  const [taking, setTaking] = useState<ReportOffering>()
  const asked = {
    state: STATES.find(one => one === parameters.get('state')),
    from: parameters.get('from') ?? undefined,
    to: parameters.get('to') ?? undefined,
    branch_id: Number(parameters.get('branch_id')) || undefined,
  }
  const found = useView('report_offerings', asked)
  const columns = columnsFor(may('group_reports.take_offering'), setTaking)
  return (
    <Page
      title={t('Offerings of groups')}
      actions={<ListOutput file="views/report_offerings_file" query={asked} ready={found.data !== undefined} />}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mb="md" role="search" className="no-print">
        <SelectFilter
          name="state"
          label={t('of an offering|State')}
          data={[
            { value: '', label: t('Not in the books') },
            { value: 'taken', label: t('In the books') },
            { value: 'all', label: t('All') },
          ]}
        />
        <DateFilter name="from" label={t('From')} />
        <DateFilter name="to" label={t('To')} />
        <BranchFilter />
      </SimpleGrid>
      <Stack>
        {found.error && <LoadProblem error={found.error} onRetry={found.refetch} />}
        {found.isLoading && <RowsSkeleton />}
        {found.data && (
          <>
            <Text role="status">
              {found.data.open.length === 0
                ? t('Every offering that was reported is in the books.')
                : t('Not in the books: {sums}.', {
                    sums: listed(found.data.open.map(({ amount, currency }) => money(amount, currency))),
                  })}
            </Text>
            {found.data.offerings.length > 0 && (
              <ViewRows
                framed
                label={t('Offerings of groups')}
                rows={found.data.offerings}
                columns={columns}
                areAll={!found.data.has_more}
              />
            )}
          </>
        )}
      </Stack>
      {taking && <TakeDialog offering={taking} onClose={() => setTaking(undefined)} />}
    </Page>
  )
}

const stateOf = ({ state }: ReportOffering): string =>
  ({ open: t('Not in the books'), taken: t('In the books'), void: t('Its gift is void') })[state]

function TakeDialog({ offering, onClose }: { offering: ReportOffering; onClose(): void }) {
  const funds = (useFunds().data ?? []).filter(({ is_active }) => is_active)
  const amount = money(offering.offering, offering.currency)
  if (funds.length === 0) return null
  return (
    <ActionDialog
      action="group_reports.take_offering"
      title={t('Take into the books')}
      submit={t('Take into the books')}
      initial={{
        fund_id: (funds.find(({ is_default }) => is_default) ?? funds[0])?.id ?? 0,
        method: 'cash',
        batch_id: '',
      }}
      // What was shown is what is taken: where the report names another offering by now it is refused.
      input={({ fund_id, method, batch_id }) => ({
        id: offering.id,
        expected: offering.offering,
        currency: offering.currency,
        fund_id,
        method: method as Method,
        ...(batch_id !== '' && { batch_id: Number(batch_id) }),
      })}
      done={() => t('{amount} is in the books.', { amount })}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">
            {t('{amount} of {day} becomes a gift without a giver. It is made once, however often this is pressed.', {
              amount,
              day: day(offering.held_on),
            })}
          </Text>
          <NativeSelect
            label={t('Fund')}
            data={funds.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(values.fund_id)}
            error={errors.fund_id}
            onChange={event => change({ fund_id: Number(event.currentTarget.value) })}
            data-autofocus
          />
          <NativeSelect
            label={t('How it was given')}
            data={METHODS.map(value => ({ value, label: wordOf(value) }))}
            value={values.method}
            error={errors.method}
            onChange={event => change({ method: event.currentTarget.value })}
          />
          <BatchChoice value={values.batch_id} error={errors.batch_id} onChange={batch_id => change({ batch_id })} />
        </>
      )}
    </ActionDialog>
  )
}

/** What the church's pages show of it. */
export const page = explained(OfferingsPage, {
  says: t('Offerings that groups reported. Take them into the books once the money has come in.'),
  chapter: 'entering-gifts',
})
