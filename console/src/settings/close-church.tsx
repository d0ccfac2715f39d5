/** Closes the church: an owner types its name in addresses, and has thirty days to change their mind. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { refreshSession } from '../session/session.ts'
import { t } from '../texts/t.ts'

const DAYS = 30

export function CloseChurch() {
  const [asking, setAsking] = useState(false)
  const { church } = useMembership()
  const { name, slug } = church
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 12rem">
          {t(
            'Nobody can use a church that is closed. After {days, number} days everything on record is deleted for good: people, gifts, messages, everything. Ask whoever runs Sexton for you for an export first.',
            { days: DAYS },
          )}
        </Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('Close this church')}
        </Button>
      </Group>
      {asking && (
        <ActionDialog
          action="church.close"
          initial={{ slug: '' }}
          title={t('Close {name}?', { name })}
          submit={t('Close this church')}
          danger
          input={({ slug: typed }) => ({ slug: typed.trim() })}
          done={() => t('{name} is closed.', { name })}
          onDone={() => void refreshSession()}
          onClose={() => setAsking(false)}
        >
          {({ values, errors, change }) => (
            <Stack>
              <Text size="sm">
                {t(
                  'The team is locked out and the API stops at once. Owners can still sign in and open it again for {days, number} days. After that nobody can bring it back.',
                  { days: DAYS },
                )}
              </Text>
              <TextInput
                label={t('Type {slug} to confirm', { slug })}
                value={values.slug}
                onChange={event => change({ slug: event.currentTarget.value })}
                error={errors.slug}
                autoComplete="off"
                required
              />
            </Stack>
          )}
        </ActionDialog>
      )}
    </>
  )
}
