/** A text to take elsewhere, with a button that copies it. */
import { Button, CopyButton as Copying, Group, TextInput, VisuallyHidden } from '@mantine/core'
import { t } from '../texts/t.ts'

interface CopyTextProps {
  label: string
  value: string
  description?: string
  /** For what programs read, letter by letter. */
  monospace?: boolean
}

export function CopyText({ label, value, description, monospace = false }: CopyTextProps) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        {...(description !== undefined && { description })}
        {...(monospace && { ff: 'monospace' })}
        value={value}
        readOnly
        flex={1}
        miw={0}
        onFocus={event => event.currentTarget.select()}
      />
      <CopyButton what={label} value={value} />
    </Group>
  )
}

/** @param what is copied, for screen readers: beside the button others see it */
export function CopyButton({ what, value, size = 'sm' }: { what: string; value: string; size?: 'xs' | 'sm' }) {
  return (
    <Copying value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Button variant="default" size={size} onClick={copy} aria-live="polite" style={{ flexShrink: 0 }}>
          {copied ? t('Copied') : t('Copy')}
          <VisuallyHidden>: {what}</VisuallyHidden>
        </Button>
      )}
    </Copying>
  )
}
