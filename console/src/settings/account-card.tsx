/** One account with a provider: whether it is in use, its settings, what can be done with it. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyText } from '../parts/copy-text.tsx'
import { type Detail, Details } from '../parts/details.tsx'
import { t } from '../texts/t.ts'

/** An account as it is shown. */
export interface ShownAccount {
  provider: string
  title: string
  /** Whether what is new goes through it. */
  active: boolean
  settings: Readonly<Record<string, string | null>>
  /** Names of settings that are set and not shown. */
  secrets: readonly string[]
  /** Where the provider sends what it has to say. */
  callback_url: string | null
}

/** What was asked for: to set up another account, or to change or remove one. */
export type Asked<Account> = { what: 'set' } | { what: 'change' | 'remove'; account: Account }

interface AccountCardProps {
  account: ShownAccount
  /** Providers, with what each of their settings is called. */
  offers: readonly { name: string; settings: readonly { name: string; title: string }[] }[]
  /** Whether it is in use, in words. */
  state: string
  /** Beside the state. */
  badge?: ReactNode
  /** Before the buttons that every account has. */
  buttons?: ReactNode
  /** Below the title. */
  children?: ReactNode
  more?: readonly Detail[]
  /** What the callback address is called. */
  address: string
  /** False where nothing of it can be set. */
  changeable?: boolean
  onAsk(what: 'change' | 'remove'): void
}

export function AccountCard({
  account: { provider, title, active, settings, secrets, callback_url },
  offers,
  state,
  badge,
  buttons,
  children,
  more = [],
  address,
  changeable = true,
  onAsk,
}: AccountCardProps) {
  const called = (setting: string): string => {
    const offer = offers.find(({ name }) => name === provider)
    return t(offer?.settings.find(({ name }) => name === setting)?.title ?? setting)
  }
  const details = [
    ...Object.entries(settings).map(([name, value]) => ({ label: called(name), value })),
    ...secrets.map(name => ({ label: called(name), value: t('Set, not shown') })),
    ...more,
  ]
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={500}>{title}</Text>
          <Badge variant="light" tt="none" color={active ? 'green' : 'gray'} c="var(--mantine-color-text)">
            {state}
          </Badge>
          {badge}
        </Group>
        <Group gap="xs">
          {buttons}
          {changeable && (
            <AccountButton
              label={active ? t('Change') : t('Use again')}
              said={active ? t('Change {title}', { title }) : t('Use {title} again', { title })}
              onPress={() => onAsk('change')}
            />
          )}
          <AccountButton label={t('Remove')} said={t('Remove {title}', { title })} onPress={() => onAsk('remove')} />
        </Group>
      </Group>
      {children}
      {details.length > 0 && <Details details={details} />}
      {callback_url !== null && (
        <CopyText
          label={address}
          value={callback_url}
          description={t('Enter this at {title}. Keep it secret.', { title })}
        />
      )}
    </Stack>
  )
}

/** A small button; screen readers are told which account it is of. */
function AccountButton({ label, said, onPress }: { label: string; said: string; onPress(): void }) {
  return (
    <Button size="xs" variant="default" onClick={onPress} aria-label={said}>
      {label}
    </Button>
  )
}

interface SetUpButtonProps {
  /** What is set up, such as SMS. */
  title: string
  /** Whether there is an account already. */
  another: boolean
  onPress(): void
}

export function SetUpButton({ title, another, onPress }: SetUpButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      onClick={onPress}
      aria-label={another ? t('Use another: {title}', { title }) : t('Set up {title}', { title })}
    >
      {another ? t('Use another') : t('Set up')}
    </Button>
  )
}
