/** Records gifts one after the other, by keyboard alone. */
import { Kbd, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useRecord } from '../api/use-records.ts'
import { today } from '../formats/dates.ts'
import { amountProblem } from '../formats/money.ts'
import { sortRefused } from '../forms/field-errors.ts'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { RowsSkeleton } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { rich, t } from '../texts/t.ts'
import { EntryList } from './entry-list.tsx'
import { bodyOf, type GiftEntry, nextGift, type TypedGift } from './gift-entry.ts'
import { GiftForm } from './gift-form.tsx'
import { useGiftEntries } from './use-gift-entries.ts'
import { useGiftFields } from './use-gift-fields.ts'

const empty = (currency: string, given_on: string, batch_id: number | undefined): TypedGift => ({
  amount: '',
  currency,
  person: null,
  donor_name: '',
  fund_id: null,
  method: 'cash',
  given_on,
  reference: '',
  note: '',
  is_anonymous: false,
  ...(batch_id !== undefined && { batch_id }),
})

/** A batch that gifts are typed into. */
interface OfBatch {
  id: number
  name: string
  counted_on: string
}

/** `?batch=12`: the gifts of that batch. */
function RecordGiftsPage() {
  const [parameters] = useAddress()
  const id = Number(parameters.get('batch')) || undefined
  const batch = useRecord('batches', id)
  if (id !== undefined && batch.data === undefined && !batch.error) return <RowsSkeleton />
  return <RecordGifts key={id} {...(batch.data && { batch: batch.data })} />
}

function RecordGifts({ batch }: { batch?: OfBatch }) {
  const { church } = useMembership()
  const sitting = useGiftEntries(batch?.id)
  const fields = useGiftFields()
  const { form } = useDraftForm<TypedGift>(
    batch === undefined ? 'contributions/new' : `contributions/new/${batch.id}`,
    empty(church.currency, batch?.counted_on ?? today(church.timezone), batch?.id),
  )
  const amount = useRef<HTMLInputElement>(null)
  // A new number gives the form's pickers a clean start.
  const [round, setRound] = useState(0)

  function begin(typed: TypedGift): void {
    form.setValues(typed)
    setRound(round + 1)
    amount.current?.focus()
  }

  function save(typed: TypedGift): void {
    if (bodyOf(typed) === undefined) {
      form.setFieldError('amount', amountProblem(typed.amount, typed.currency))
      amount.current?.focus()
      return
    }
    sitting.add(typed)
    // One that was corrected may have been of another batch.
    begin({ ...nextGift(typed), batch_id: batch?.id })
  }

  async function correct({ key, typed, errors = {} }: GiftEntry): Promise<void> {
    await sitting.remove(key)
    begin({ ...typed, batch_id: typed.batch_id, corrects: key })
    form.setErrors(sortRefused(errors, Object.keys(errors), fields).beside)
  }

  return (
    <Page
      title={batch === undefined ? t('Record gifts') : t('Gifts of {batch}', { batch: batch.name })}
      back={
        batch === undefined
          ? { path: '/contributions', label: t('Gifts') }
          : { path: `/batches/${batch.id}`, label: batch.name }
      }
      focusHeading={false}
      maw={960}
    >
      <Stack>
        <Text c="dimmed" size="sm">
          {rich('<key>Enter</key> saves the gift and starts the next one. Fund, method and date carry over.', {
            key: name => <Kbd>{name}</Kbd>,
          })}
        </Text>
        <GiftForm form={form} round={round} amountRef={amount} onSave={save} />
        <EntryList
          entries={sitting.entries}
          batch={batch?.id}
          onRetry={sitting.retry}
          onCorrect={entry => void correct(entry)}
          onVoided={sitting.changed}
          onClear={sitting.clear}
        />
      </Stack>
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(RecordGiftsPage, {
  says: t(
    'Enter gifts one after the other: amount, giver, Enter. The date and the fund stay as you set them until you change them.',
  ),
  chapter: 'entering-gifts#enter-the-gifts',
})
