/** Your own account: name, address, password, second factors, sessions. */
import { Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useAction } from '../api/use-offers.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { refreshSession } from '../session/session.ts'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { Address } from './address.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { KeyboardForm } from './keyboard-form.tsx'
import { LanguageForm } from './language-form.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'

function AccountPage() {
  return (
    <Page title={t('Your account')} maw={680}>
      <Stack>
        <Section title={t('Name')}>
          <NameForm />
        </Section>
        <Section title={t('Language')}>
          <LanguageForm />
        </Section>
        <Section title={t('Keyboard')}>
          <KeyboardForm />
        </Section>
        <Section title={t('Email address')}>
          <Address />
        </Section>
        <Section title={t('Password')}>
          <PasswordForm />
        </Section>
        <Section title={t('Passkeys')}>
          <Passkeys />
        </Section>
        <Section title={t('Authenticator app')}>
          <AuthenticatorApp />
        </Section>
        <Section title={t('Where you are signed in')}>
          <Sessions />
        </Section>
      </Stack>
    </Page>
  )
}

const FIELDS = ['name']

function NameForm() {
  const { user } = useMembership()
  const [name, setName] = useState(user.name)
  const rename = useAction('account.rename')
  function submit(event: FormEvent): void {
    event.preventDefault()
    rename.mutate(
      { name },
      {
        onSuccess: () => {
          void refreshSession()
          notifications.show({ message: t('Your name was updated.') })
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <SaveProblem error={rename.error} fields={FIELDS} />
        <TextInput
          label={t('Your name')}
          description={t('You sign in as {email}.', { email: user.email })}
          autoComplete="name"
          required
          value={name}
          error={sortErrors(rename.error, FIELDS).beside.name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <BusyButton type="submit" busy={rename.isPending}>
            {t('Save name')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

/** What the church's pages show of it. */
export const page = explained(AccountPage, {
  says: t('Your own name, password, language and devices. Nobody else can change them.'),
  chapter: 'who-sees-what',
})
