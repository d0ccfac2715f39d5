/** Changes the password; every other session ends. */
import { Group, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { attempt } from '../session/attempt.ts'
import { NewPassword } from '../sign-in/new-password.tsx'
import { t } from '../texts/t.ts'

export function PasswordForm() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function change(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    const { problem } = await attempt<unknown>(auth => auth.changePassword({ currentPassword, newPassword }))
    setBusy(false)
    setProblem(problem)
    if (problem !== undefined) return
    setCurrent('')
    setNew('')
    notifications.show({ message: t('Your password was changed. You were signed out everywhere else.') })
    await queryClient.invalidateQueries()
  }

  return (
    <form onSubmit={change}>
      <Stack>
        <Problem>{problem}</Problem>
        <Text size="sm" c="dimmed">
          {t('Changing it signs you out everywhere else.')}
        </Text>
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={event => setCurrent(event.currentTarget.value)}
        />
        <NewPassword value={newPassword} onChange={setNew} />
        <Group justify="flex-end">
          <BusyButton type="submit" busy={busy}>
            {t('Change password')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
