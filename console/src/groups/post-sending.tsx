/** On the page of a post: how far its messages are, by channel. */
import { List, Text } from '@mantine/core'
import type { PostSending } from '../../../src/modules/group-posts/take-down.ts'
import { useView } from '../api/use-offers.ts'
import { listed } from '../formats/lists.ts'
import { wordOf } from '../formats/words.ts'
import type { AnyRecord } from '../house/house.ts'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'

const AGAIN_MS = 3_000

/** @param record a post */
export function PostSendingSection({ record }: { record: AnyRecord }) {
  const found = useView('group_post_sending', { id: record.id }, true, data =>
    data?.some(({ finished }) => !finished) ? AGAIN_MS : false,
  ).data
  if (found === undefined) return null
  return (
    <Section title={t('Messages')}>
      {found.length === 0 && <Text c="dimmed">{t('It was shown with the group and sent to nobody.')}</Text>}
      <List>
        {found.map(one => (
          <List.Item key={one.channel}>{lineOf(one)}</List.Item>
        ))}
      </List>
    </Section>
  )
}

function lineOf({ channel, sent, failed, skipped, waiting, dropped }: PostSending): string {
  const parts = [
    t('{sent} sent', { sent }),
    ...(waiting > 0 ? [t('{waiting} on their way', { waiting })] : []),
    ...(skipped > 0 ? [t('{skipped} skipped', { skipped })] : []),
    ...(failed > 0 ? [t('{failed} failed', { failed })] : []),
    ...(dropped > 0 ? [t('{dropped} not sent any more', { dropped })] : []),
  ]
  return t('{channel}: {parts}', { channel: wordOf(channel), parts: listed(parts) })
}
