/** A secret that is shown this once: to be copied, with what that means. */
import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'

interface ShownOnceProps {
  /** What it is, such as "API key". */
  label: string
  secret: string
  /** What to do with it. */
  advice: string
}

export function ShownOnce({ label, secret, advice }: ShownOnceProps) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" title="Copy it now" role="status">
        <Text size="sm">It cannot be shown here again. {advice}</Text>
      </Alert>
      <CopyField label={label} value={secret} />
    </Stack>
  )
}

/** A value to copy, as a whole. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <TextInput
        label={label}
        value={value}
        readOnly
        flex={1}
        ff="monospace"
        onFocus={event => event.currentTarget.select()}
      />
      <CopyButton value={value} timeout={2_000}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-label={`Copy ${label}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
