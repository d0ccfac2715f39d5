/** Recovery codes, shown once. */
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '../parts/copy-text.tsx'
import { t } from '../texts/t.ts'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = codes.join('\n')
  return (
    <Stack>
      <Text size="sm">
        {t(
          'Each of these codes lets you sign in once without your phone. Print them or write them down now: they will not be shown again.',
        )}
      </Text>
      <Code block aria-label={t('Recovery codes')}>
        {text}
      </Code>
      <Group justify="flex-end">
        <CopyButton what={t('recovery codes')} value={text} />
        <Button onClick={onDone}>{t('I have saved them')}</Button>
      </Group>
    </Stack>
  )
}
