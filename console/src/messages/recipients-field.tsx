/** Chooses whom to write to: by search, or by pasting many. */
import { Button, Group, Input, Pill, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { counted } from '../formats/words.ts'
import { RecordPicker } from '../forms/record-picker.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import type { Channel } from './channels.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { type Recipient, recipientKey, withRecipients } from './recipients.ts'

interface RecipientsFieldProps {
  channel: Channel
  value: readonly Recipient[]
  error?: ReactNode
  onChange(value: Recipient[]): void
}

const MOST_SHOWN = 30

export function RecipientsField({ channel, value, error, onChange }: RecipientsFieldProps) {
  const { may } = useMembership()
  const [pasting, dialog] = useDisclosure(false)
  const [round, setRound] = useState(0)
  const remove = (gone: Recipient): void => onChange(value.filter(one => one !== gone))
  return (
    <Stack gap="xs">
      {may('people:read') && (
        <RecordPicker
          key={round}
          resource="people"
          label={t('Add a person')}
          placeholder={t('Type a name, email or member number')}
          value={null}
          onChange={found => {
            if (found === null) return
            onChange(withRecipients(value, [{ person_id: found.id, title: found.title, detail: found.detail }]))
            setRound(round + 1)
          }}
        />
      )}
      {value.length > 0 && (
        <Group gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Recipients')}>
          {value.slice(0, MOST_SHOWN).map(one => (
            <li key={recipientKey(one)}>
              <Pill
                withRemoveButton
                size="md"
                removeButtonProps={{
                  'aria-label': t('Remove {title}', { title: one.title }),
                  tabIndex: 0,
                  'aria-hidden': false,
                }}
                onRemove={() => remove(one)}
              >
                {one.title}
              </Pill>
            </li>
          ))}
          {value.length > MOST_SHOWN && <li>and {value.length - MOST_SHOWN} more</li>}
        </Group>
      )}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {value.length === 0 ? t('No recipients yet') : counted(value.length, 'recipient', 'recipients')}
        </Text>
        <Group gap="xs">
          {value.length > 1 && (
            <Button size="xs" variant="subtle" onClick={() => onChange([])}>
              {t('Remove all')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={dialog.open}>
            {t('Paste a list')}
          </Button>
        </Group>
      </Group>
      <PasteDialog
        opened={pasting}
        channel={channel}
        onClose={dialog.close}
        onFound={found => onChange(withRecipients(value, found))}
      />
    </Stack>
  )
}
