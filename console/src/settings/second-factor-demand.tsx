/** Which roles work only with a second factor. */
import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import type { ChurchSettingsShown } from '../../../src/modules/church/settings-console.ts'
import { useAction } from '../api/use-offers.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { refreshSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { useRoles } from './roles.ts'

export function SecondFactorDemand({ settings: { second_factor_roles } }: { settings: ChurchSettingsShown }) {
  const [roles, setRoles] = useState(second_factor_roles)
  const save = useAction('church.set_second_factor')
  const choices = useRoles()
  function submit(event: FormEvent): void {
    event.preventDefault()
    save.mutate(
      { roles },
      {
        onSuccess: () => {
          void refreshSession()
          notifications.show({ message: t('The roles that need two-step sign-in were updated.') })
        },
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <SaveProblem error={save.error} fields={[]} />
        <Text size="sm" c="dimmed">
          {t(
            'People with these roles need a passkey or an authenticator app. Anyone who has neither is asked to set one up at their next click. API keys are not affected.',
          )}
        </Text>
        <Checkbox.Group label={t('Roles that need two-step sign-in')} value={roles} onChange={setRoles}>
          <Stack gap="xs" mt="xs">
            {choices.map(({ value, label, means }) => (
              <Checkbox key={value} value={value} label={label} description={means} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <BusyButton type="submit" busy={save.isPending}>
            {t('Save roles')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
