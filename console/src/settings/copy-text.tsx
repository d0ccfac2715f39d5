/** A text to take elsewhere, with a button that copies it. */
import { Button, CopyButton, Group, TextInput } from '@mantine/core'

export function CopyText({ label, value, description }: { label: string; value: string; description?: string }) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        {...(description !== undefined && { description })}
        value={value}
        readOnly
        flex={1}
        miw={0}
        onFocus={event => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-live="polite">
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
