/** Which account each way to give and each fund is booked on. */
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import type { Account } from '../../../src/modules/journal/journals-view.ts'
import { wordOf } from '../formats/words.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { t } from '../texts/t.ts'

const keyOf = ({ method, fund, purpose }: Account): string => method ?? purpose ?? String(fund?.id)

/** What an account is for, in words. */
export function nameOfAccount({ method, fund, purpose }: Account): string {
  if (purpose !== null)
    return purpose === 'bank' ? t('Bank account of deposits and payouts') : t('Fees of online gifts')
  return fund?.name ?? wordOf(method ?? '')
}

export function AccountsDialog({ accounts, onClose }: { accounts: readonly Account[]; onClose(): void }) {
  const initial = Object.fromEntries(accounts.map(one => [keyOf(one), one.code ?? '']))
  return (
    <ActionDialog
      action="account_codes.set"
      title={t('Set accounts')}
      submit={t('Save accounts')}
      size="lg"
      initial={initial}
      input={values => ({
        accounts: accounts.map(one => ({
          method: one.method as 'cash' | null,
          fund_id: one.fund?.id ?? null,
          purpose: one.purpose,
          code: values[keyOf(one)]?.trim() || null,
        })),
      })}
      done={() => t('Accounts saved.')}
      onClose={onClose}
    >
      {({ values, change }) => (
        <>
          <Text size="sm">
            {t(
              'Numbers or names, just as your accounting program has them. Closed journals keep those they were closed with.',
            )}
          </Text>
          <Text size="sm">
            {t('Change those of cash and cheques only when no counted batch waits for its deposit.')}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {accounts.map(one => (
              <TextInput
                key={keyOf(one)}
                label={nameOfAccount(one)}
                description={one.fund === null ? t('Debit') : t('Credit')}
                maxLength={40}
                value={values[keyOf(one)] ?? ''}
                onChange={event => change({ [keyOf(one)]: event.currentTarget.value })}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </ActionDialog>
  )
}
