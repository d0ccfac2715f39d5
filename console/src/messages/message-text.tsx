/** The text of a message, with buttons that put in merge tags. */
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { t } from '../texts/t.ts'
import { type MessageValues, TAGS } from './message-values.ts'

export function MessageText({ form }: { form: UseFormReturnType<MessageValues> }) {
  const text = useRef<HTMLTextAreaElement>(null)
  const { channel, body } = form.values

  /** Puts the tag where the cursor is, and goes back to the text. */
  function insert(tag: string): void {
    const at = text.current?.selectionStart ?? body.length
    const end = text.current?.selectionEnd ?? at
    form.setFieldValue('body', `${body.slice(0, at)}{${tag}}${body.slice(end)}`)
    requestAnimationFrame(() => {
      text.current?.focus()
      text.current?.setSelectionRange(at + tag.length + 2, at + tag.length + 2)
    })
  }

  return (
    <Stack gap="sm">
      {(channel === 'email' || channel === 'push') && (
        <TextInput
          label={t('Subject')}
          maxLength={200}
          placeholder={t("The church's name")}
          {...form.getInputProps('subject')}
        />
      )}
      <Textarea
        label={t('Text')}
        required
        autosize
        minRows={5}
        maxRows={16}
        maxLength={10_000}
        ref={text}
        {...form.getInputProps('body')}
      />
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          {t('Insert details that differ from person to person:')}
        </Text>
        <Group gap={6}>
          {TAGS.map(tag => (
            <Button key={tag} size="compact-xs" variant="default" onClick={() => insert(tag)}>
              {`{${tag}}`}
            </Button>
          ))}
        </Group>
      </div>
    </Stack>
  )
}
