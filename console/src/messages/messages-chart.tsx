/** Messages that went out in the last twelve months, by channel. */
import { Text } from '@mantine/core'
import type { HomeMessages } from '../../../src/modules/messaging/home.ts'
import { Chart } from '../charts/chart.tsx'
import { month, shortMonth } from '../formats/dates.ts'
import { count, wordOf } from '../formats/words.ts'
import { ChartSection } from '../home/chart-section.tsx'
import { useMessages } from '../home/views.ts'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

function MessagesChart() {
  return (
    <ChartSection
      title={t('Messages by month')}
      view={useMessages()}
      actions={
        <TextLink to="/messages" size="sm">
          {t('All messages')}
        </TextLink>
      }
    >
      {messages => (messages.channels.length === 0 ? <NoMessages /> : <ByChannel {...messages} />)}
    </ChartSection>
  )
}

function NoMessages() {
  const { may } = useMembership()
  return (
    <Text c="dimmed">
      {t('Nothing was sent in the last twelve months.')}{' '}
      {may('messages:write') && (
        <TextLink to="/messages/new" underline="always">
          {t('Write the first message')}
        </TextLink>
      )}
    </Text>
  )
}

function ByChannel({ channels, months, sent_30_days }: HomeMessages) {
  const rows = months.map(one => ({ name: month(one.month), short: shortMonth(one.month), values: one.counts }))
  return (
    <Chart
      summary={t('Messages by month and channel, twelve months. {count, number} in the last thirty days.', {
        count: sent_30_days,
      })}
      data={{ rowName: t('Month'), rows, series: channels.map(wordOf), format: count, shorten: count }}
    />
  )
}

/** On the home page. */
export const messagesChart: PagePart = { needs: 'home.messages', Part: MessagesChart }
