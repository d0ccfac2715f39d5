/** A field for a new password. */
import { PasswordInput } from '@mantine/core'
import { t } from '../texts/t.ts'

/** Fewest characters of a password, as the server checks it. */
const FEWEST_CHARACTERS = 15

/** What a field for a password is given. */
export interface PasswordFieldProps {
  value: string
  error?: string | undefined
  label?: string
  onChange(value: string): void
}

export function NewPassword({ value, error, label = t('New password'), onChange }: PasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      description={t('At least {FEWEST_CHARACTERS} characters. A few words that nobody would guess work well.', {
        FEWEST_CHARACTERS,
      })}
      autoComplete="new-password"
      required
      minLength={FEWEST_CHARACTERS}
      maxLength={128}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
