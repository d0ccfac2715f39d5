/** How far a message to many is. It goes on when the page is left. */
import { Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { BatchProgress } from '../../../src/modules/messaging/batches.ts'
import { useView } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { wordOf } from '../formats/words.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Details } from '../parts/details.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { rich, t } from '../texts/t.ts'
import { BatchReceivers } from './batch-receivers.tsx'
import { BatchState } from './batches-page.tsx'
import { OutcomeTable } from './outcome-table.tsx'

const BACK = { path: '/messages/batches', label: t('Group messages') }
const LOOK_MS = 2_000

function BatchPage() {
  const id = useId()
  const batch = useView('message_batch', { id }, id !== undefined)
  const { refetch } = batch
  const underWay = batch.data !== undefined && batch.data.finished_at === null
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(() => void refetch(), LOOK_MS)
    return () => clearInterval(timer)
  }, [underWay, refetch])
  return (
    <RecordFrame id={id} record={batch} title={t('Group messages')} back={BACK}>
      {data => <BatchView batch={data} />}
    </RecordFrame>
  )
}

/** To how many it went; while it is under way, to how many it is to go. */
function titleOf({ total, sent, finished_at }: BatchProgress): string {
  return finished_at === null || sent === total
    ? t('To {total, plural, one {# person} other {# people}}', { total })
    : t('To {sent, number} of {total, plural, one {# person} other {# people}}', { sent, total })
}

function BatchView({ batch }: { batch: BatchProgress }) {
  const { church } = useMembership()
  const { channel, subject, body, user_name, created_at, finished_at } = batch
  const when = (at: string | null) => at && moment(at, church.timezone)
  const details = [
    { label: t('Channel'), value: wordOf(channel) },
    { label: t('By'), value: user_name },
    { label: t('Started'), value: when(created_at) },
    { label: t('Finished'), value: when(finished_at) },
  ]
  return (
    <Page title={titleOf(batch)} back={BACK} actions={<BatchState batch={batch} />} maw={860}>
      <Stack>
        <Sending batch={batch} />
        {batch.problems.length > 0 && <Problems batch={batch} />}
        <Section title={t('Message')}>
          <Stack>
            {subject && <Text fw={600}>{subject}</Text>}
            <Text className="pre-line" style={{ overflowWrap: 'anywhere' }}>
              {body}
            </Text>
            <Details details={details} />
          </Stack>
        </Section>
        <BatchReceivers batch={batch} />
      </Stack>
    </Page>
  )
}

function Sending({ batch }: { batch: BatchProgress }) {
  const { may } = useMembership()
  const { id, total, sent, failed, skipped, waiting, dropped, finished_at, stopped_at } = batch
  const stop = useNotifiedAction('messages.stop', t('Not stopped'))
  const halt = (): void => void stop.act({ id }, t('Stopped. Nothing more will be sent.'))
  const parts = [
    t('{count, number} sent', { count: sent }),
    failed > 0 && t('{count, number} failed', { count: failed }),
    skipped > 0 && t('{count, number} skipped', { count: skipped }),
    waiting > 0 && t('{count, number} waiting', { count: waiting }),
    dropped > 0 && t('{count, number} left out', { count: dropped }),
  ].filter(part => part !== false)
  return (
    <Section title={finished_at === null ? t('Sending') : t('Result')}>
      <Stack gap="xs">
        {finished_at === null && (
          <Progress value={((total - waiting) / Math.max(total, 1)) * 100} aria-label={t('Sending')} />
        )}
        <Text role="status">{listed(parts)}</Text>
        {finished_at === null && stopped_at === null && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('Sending continues if you leave this page.')}
            </Text>
            {may('messages.stop') && (
              <BusyButton size="xs" variant="default" color="red" busy={stop.pending} onClick={halt}>
                {t('Stop sending')}
              </BusyButton>
            )}
          </Group>
        )}
      </Stack>
    </Section>
  )
}

function Problems({ batch: { problems, failed, skipped } }: { batch: BatchProgress }) {
  const more = failed + skipped - problems.length
  return (
    <Section title={t('Who did not get it')}>
      <OutcomeTable header={t('Why')} outcomes={problems.map(one => ({ ...one, key: one.message_id }))} />
      {more > 0 && (
        <Text size="sm" mt="xs">
          {rich('And {count, number} more, in the <a>message log</a>.', {
            count: more,
            a: text => (
              <TextLink to="/messages?status=failed" underline="always" fz="inherit">
                {text}
              </TextLink>
            ),
          })}
        </Text>
      )}
    </Section>
  )
}

/** What the church's pages show of it. */
export const page = explained(BatchPage, {
  says: t('One message to many people: how many got it, and whom it did not reach and why.'),
  chapter: 'writing-to-people#did-it-arrive',
})
