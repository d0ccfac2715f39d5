/** A secret that is shown this once: to be copied, with what that means. */
import { Alert, Stack, Text } from '@mantine/core'
import { t } from '../texts/t.ts'
import { CopyText } from './copy-text.tsx'

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
      <Alert color="yellow" title={t('Copy it now')} role="status">
        <Text size="sm">{t('It will not be shown here again. {advice}', { advice })}</Text>
      </Alert>
      <CopyText label={label} value={secret} monospace />
    </Stack>
  )
}
