/** Your own account: name, address, password, second factors, sessions. */
import { Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useOperation } from '../api/use-operations.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { refreshSession } from '../session/session.ts'
import { Page } from '../shell/page.tsx'
import { Address } from './address.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'

export function AccountPage() {
  return (
    <Page title="Your account" maw={680}>
      <Stack>
        <Section title="Name">
          <NameForm />
        </Section>
        <Section title="Email address">
          <Address />
        </Section>
        <Section title="Password">
          <PasswordForm />
        </Section>
        <Section title="Passkeys">
          <Passkeys />
        </Section>
        <Section title="Authenticator app">
          <AuthenticatorApp />
        </Section>
        <Section title="Where you are signed in">
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
  const rename = useOperation('account.rename')
  function submit(event: FormEvent): void {
    event.preventDefault()
    rename.mutate(
      { name },
      {
        onSuccess: () => {
          void refreshSession()
          notifications.show({ message: 'Your name was updated.' })
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <SaveProblem error={rename.error} fields={FIELDS} />
        <TextInput
          label="Your name"
          description={`You sign in as ${user.email}.`}
          autoComplete="name"
          required
          value={name}
          error={sortErrors(rename.error, FIELDS).beside.name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <BusyButton type="submit" busy={rename.isPending}>
            Save name
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
