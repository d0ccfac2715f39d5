/** Recovery codes, shown once. */
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = codes.join('\n')
  return (
    <Stack>
      <Text size="sm">
        Each of these codes signs you in once, without your phone. Print or write them down now: they are not shown
        again.
      </Text>
      <Code block aria-label="Recovery codes">
        {text}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the codes'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </Stack>
  )
}
