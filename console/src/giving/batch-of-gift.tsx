/** A gift and its batch: put into an open one, or taken out of it again. */
import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRecord, useRecords } from '../api/use-records.ts'
import type { Contribution } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** Batches that are open at the same time; an older one is found by its own page. */
const MOST_OPEN = 100

/** The open batches that gifts are put into, as a choice; the latest first. */
function useOpenBatches(wanted: boolean): { value: string; label: string }[] {
  const query = { status: 'open', kind: 'counting', sort: '-id', per_page: MOST_OPEN } as const
  const found = useRecords('batches', query, wanted)
  return (found.data?.data ?? []).map(({ id, name, counted_on }) => ({
    value: String(id),
    label: t('{name}, {day}', { name, day: day(counted_on) }),
  }))
}

interface BatchChoiceProps {
  /** An id, or nothing. */
  value: string
  error: string | undefined
  onChange(picked: string): void
}

/** Where something is recorded: the batch that it goes to the bank with, where one is open. */
export function BatchChoice({ value, error, onChange }: BatchChoiceProps) {
  const { may } = useMembership()
  const batches = useOpenBatches(may('batches:read'))
  if (batches.length === 0) return null
  return (
    <NativeSelect
      label={t('Counted with')}
      description={t('The batch that it goes to the bank with')}
      data={[{ value: '', label: t('No batch') }, ...batches]}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** Goods are taken to no bank, and what is void counts nowhere. */
export function BatchButton({ gift }: { gift: Contribution }) {
  const { may } = useMembership()
  if (gift.batch_id !== null) return may('batches.take_out') ? <TakeOut id={gift.id} batch={gift.batch_id} /> : null
  const fits = gift.status === 'posted' && gift.method !== 'in_kind'
  return fits && may('batches.put_in') ? <PutIn id={gift.id} /> : null
}

function TakeOut({ id, batch }: { id: number; batch: number }) {
  const found = useRecord('batches', batch)
  const { act, pending } = useNotifiedAction('batches.take_out', t('Not saved'))
  if (found.data?.status !== 'open') return null
  const press = () => act({ id: batch, gift_ids: [id] }, t('The gift is on record without the batch.'))
  return (
    <BusyButton variant="default" busy={pending} onClick={() => void press()}>
      {t('Take out of its batch')}
    </BusyButton>
  )
}

function PutIn({ id }: { id: number }) {
  const [opened, dialog] = useDisclosure(false)
  const batches = useOpenBatches(true)
  const [first] = batches
  if (first === undefined) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Put into a batch…')}
      </Button>
      {opened && (
        <ActionDialog
          action="batches.put_in"
          title={t('Into which batch?')}
          submit={t('Put it in')}
          initial={{ id: first.value }}
          input={({ id: batch }) => ({ id: Number(batch), gift_ids: [id] })}
          done={() => t('The gift is in the batch.')}
          onClose={dialog.close}
        >
          {({ values, errors, change }) => (
            <NativeSelect
              label={t('one that takes gifts|Open batch')}
              data={batches}
              value={values.id}
              error={errors.id}
              onChange={event => change({ id: event.currentTarget.value })}
              data-autofocus
            />
          )}
        </ActionDialog>
      )}
    </>
  )
}
