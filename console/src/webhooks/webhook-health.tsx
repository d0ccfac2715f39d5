/** Whether events reach the church's other systems: a line for each endpoint. */
import { Box, Group, Progress, Stack, Text } from '@mantine/core'
import type { HomeWebhook, Share } from '../../../src/webhooks/home.ts'
import { moment } from '../formats/dates.ts'
import { ChartSection } from '../home/chart-section.tsx'
import { useWebhooks } from '../home/views.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'
import { endpointState } from './endpoint-words.ts'

function WebhookHealth() {
  return (
    <ChartSection
      title={t('Webhooks')}
      view={useWebhooks()}
      actions={
        <TextLink to="/settings/webhooks" size="sm">
          {t('All webhooks')}
        </TextLink>
      }
    >
      {endpoints =>
        endpoints.length === 0 ? (
          <Text c="dimmed">
            {t('No webhooks yet.')}{' '}
            <TextLink to="/settings/webhooks" underline="always">
              {t('Tell another system what happens here')}
            </TextLink>
          </Text>
        ) : (
          <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {endpoints.map(endpoint => (
              <Health key={endpoint.id} {...endpoint} />
            ))}
          </Stack>
        )
      }
    </ChartSection>
  )
}

/** Rounded down: a hundred percent means all of them. */
const percent = ({ attempts, delivered }: Share): number => Math.floor((delivered / attempts) * 100)

const dayText = (share: Share): string =>
  share.attempts === 0
    ? t('Nothing sent in 24 hours.')
    : t('{percent}% of {count, plural, one {# attempt} other {# attempts}} delivered in 24 hours.', {
        percent: percent(share),
        count: share.attempts,
      })

const weekText = (share: Share): string =>
  share.attempts === 0
    ? t('Nothing sent in 7 days.')
    : t('{percent}% of {count, plural, one {# attempt} other {# attempts}} delivered in 7 days.', {
        percent: percent(share),
        count: share.attempts,
      })

function Health({ id, url, description, status, waiting, last_failure_at, last_24_hours, last_7_days }: HomeWebhook) {
  const { church } = useMembership()
  const name = description ?? url
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <TextLink to={`/settings/webhooks/${id}`} fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </TextLink>
        <StatusBadge status={status} words={endpointState(status)} />
      </Group>
      {last_7_days.attempts > 0 && (
        <Box my={6}>
          <Progress
            value={percent(last_7_days)}
            color="teal.8"
            aria-label={t('{name}: delivered in 7 days', { name })}
          />
        </Box>
      )}
      <Text size="sm" c="dimmed">
        {dayText(last_24_hours)} {weekText(last_7_days)} {t('{count, number} waiting.', { count: waiting })}{' '}
        {last_failure_at === null
          ? t('Never failed.')
          : t('Last failure {moment}.', { moment: moment(last_failure_at, church.timezone) })}
      </Text>
    </li>
  )
}

/** On the home page. */
export const webhookHealth: PagePart = { needs: 'home.webhooks', ofChurch: true, Part: WebhookHealth }
