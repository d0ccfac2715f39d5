/** Sets an account with a provider: which provider, and what it wants to know. */
import { Checkbox, NativeSelect, PasswordInput, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ChangeEvent, useState } from 'react'
import type { Actions } from '../api/offers.ts'
import { useAction } from '../api/use-offers.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** A provider that can be used, with what it wants to know. */
interface Offer {
  name: string
  title: string
  problem?: string | null
  settings: readonly { name: string; title: string; label: string; secret: boolean; required: boolean }[]
}

/** What is set already. */
interface Known {
  provider: string
  settings: Readonly<Record<string, string | null>>
  secrets: readonly string[]
}

interface AccountDialogProps<Name extends 'providers.set' | 'payment_providers.set'> {
  action: Name
  title: string
  offers: readonly Offer[]
  known?: Known | undefined
  /** Gifts waiting for the account. */
  pending?: number
  /** What is sent. @param force whether a key is replaced although gifts wait for it */
  input(provider: string, values: Record<string, string>, force: boolean): Actions[Name]['input']
  /** What is said when it is done. @param name of the provider */
  done(name: string): string
  onClose(): void
}

export function AccountDialog<Name extends 'providers.set' | 'payment_providers.set'>({
  action,
  title,
  offers,
  known,
  pending = 0,
  input,
  done,
  onClose,
}: AccountDialogProps<Name>) {
  const [name, setName] = useState(known?.provider ?? offers[0]?.name ?? '')
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [force, setForce] = useState(false)
  const set = useAction(action)
  const offer = offers.find(one => one.name === name)
  if (offer === undefined) return null
  const fields = offer.settings.map(setting => setting.name)
  const { beside } = sortErrors(set.error, fields)
  const own = known?.provider === name ? known : undefined
  const onSuccess = (): void => {
    notifications.show({ message: done(offer.title) })
    onClose()
  }
  return (
    <FormDialog
      title={title}
      opened
      onClose={onClose}
      onSubmit={() => set.mutate(input(name, sentValues(offer, typed), force), { onSuccess })}
      submit={t('Save')}
      pending={set.isPending}
      error={set.error}
      fields={fields}
      size="lg"
    >
      {known === undefined && offers.length > 1 && (
        <NativeSelect
          label={t('Provider')}
          data={offers.map(one => ({ value: one.name, label: one.title }))}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
      )}
      {offer.problem && <WrongCurrency provider={offer.title} />}
      {offer.settings.length === 0 && <Text size="sm">{t('No settings needed.')}</Text>}
      {offer.settings.map(setting => (
        <SettingField
          key={setting.name}
          setting={setting}
          known={own}
          typed={typed[setting.name]}
          error={beside[setting.name]}
          onChange={value => setTyped(before => ({ ...before, [setting.name]: value }))}
        />
      ))}
      {pending > 0 && (
        <Checkbox
          label={t('Replace the key even though gifts are waiting for it')}
          description={t('Only if the new key belongs to the same account: another account does not know these gifts.')}
          checked={force}
          onChange={event => setForce(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}

interface SettingFieldProps {
  setting: Offer['settings'][number]
  /** The account as it is, where it is one with this provider. */
  known: Known | undefined
  /** Undefined until something is typed. */
  typed: string | undefined
  error: string | undefined
  onChange(value: string): void
}

/** What is secret is never shown again: its field is empty, and stays so where the secret is to stay. */
function SettingField({ setting, known, typed, error, onChange }: SettingFieldProps) {
  const set = known?.secrets.includes(setting.name) ?? false
  const shared = {
    label: t(setting.title),
    description: set
      ? t('{label}. Already set: leave this empty to keep it.', { label: t(setting.label) })
      : t(setting.label),
    required: setting.required && !set,
    error,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  }
  if (setting.secret) return <PasswordInput {...shared} autoComplete="new-password" value={typed ?? ''} />
  return <TextInput {...shared} value={typed ?? known?.settings[setting.name] ?? ''} />
}

/** What was typed, without what stays: an empty secret is kept, any other empty text clears its setting. */
function sentValues({ settings }: Offer, typed: Record<string, string>): Record<string, string> {
  const sent = settings.filter(({ name, secret }) => typed[name] !== undefined && !(secret && typed[name] === ''))
  return Object.fromEntries(sent.map(({ name }) => [name, typed[name] ?? '']))
}

function WrongCurrency({ provider }: { provider: string }) {
  const { currency } = useMembership().church
  return (
    <Text size="sm">
      {t('{name} does not take {currency}, the currency of your church.', { name: provider, currency })}
    </Text>
  )
}
