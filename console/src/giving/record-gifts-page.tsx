/** Records gifts one after the other, by keyboard alone. */
import { Kbd, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { today } from '../formats/dates.ts'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { EntryList } from './entry-list.tsx'
import { bodyOf, type GiftEntry, nextGift, type TypedGift } from './gift-entry.ts'
import { GiftForm } from './gift-form.tsx'
import { useGiftEntries } from './use-gift-entries.ts'

const empty = (currency: string, timezone: string): TypedGift => ({
  amount: '',
  currency,
  person: null,
  donor_name: '',
  fund_id: null,
  method: 'cash',
  given_on: today(timezone),
  reference: '',
  note: '',
  is_anonymous: false,
})

export function RecordGiftsPage() {
  const { church } = useMembership()
  const sitting = useGiftEntries()
  const { form } = useDraftForm<TypedGift>('contributions/new', empty(church.currency, church.timezone))
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
      form.setFieldError(
        'amount',
        t('Type an amount in {currency}, such as 1500 or 1500.50', { currency: typed.currency }),
      )
      amount.current?.focus()
      return
    }
    sitting.add(typed)
    begin(nextGift(typed))
  }

  function correct({ key, typed, errors = {} }: GiftEntry): void {
    sitting.remove(key)
    begin(typed)
    form.setErrors(errors)
  }

  return (
    <Page title={t('Record gifts')} back={{ path: '/contributions', label: t('Gifts') }} focusHeading={false} maw={960}>
      <Stack>
        <Text c="dimmed" size="sm">
          <Kbd>{t('Enter')}</Kbd> saves the gift and starts the next one. Fund, method and date carry over.
        </Text>
        <GiftForm form={form} round={round} amountRef={amount} onSave={save} />
        <EntryList
          entries={sitting.entries}
          onRetry={sitting.retry}
          onCorrect={correct}
          onVoided={sitting.changed}
          onClear={sitting.clear}
        />
      </Stack>
    </Page>
  )
}
