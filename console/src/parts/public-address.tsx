/** Where everybody finds a page of the church. */
import { Anchor, Group } from '@mantine/core'
import { t } from '../texts/t.ts'
import { CopyButton } from './copy-text.tsx'

/** The address of a page that everybody may open, to be opened and copied. */
export const PublicAddress = ({ address }: { address: string }) => (
  <Group justify="space-between">
    <Anchor href={address} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
      {address}
    </Anchor>
    <CopyButton what={t('Address')} value={address} size="xs" />
  </Group>
)
