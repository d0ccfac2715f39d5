/** Says before a message is written that nothing goes out by its channel. */
import { Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import { wordOf } from '../formats/words.ts'
import { Notice } from '../parts/notice.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import type { Channel } from './channels.ts'

export function ChannelClosed({ channel }: { channel: Channel }) {
  const { may } = useMembership()
  const { data } = useView('message_channels')
  if (data === undefined || data.open.includes(channel)) return null
  return (
    <Notice title={t('{channel} is not set up yet', { channel: wordOf(channel) })} colour="orange">
      <Text size="sm">
        {may('providers')
          ? t('Messages cannot go out until you connect a provider.')
          : t('Messages cannot go out until an administrator connects a provider.')}{' '}
        {may('providers') && (
          <TextLink to="/settings/providers" underline="always">
            {t('Connect a provider')}
          </TextLink>
        )}
      </Text>
    </Notice>
  )
}
