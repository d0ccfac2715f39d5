/** One endpoint: how it goes, its secret, what was sent to it. */
import { Stack } from '@mantine/core'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import { useView } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { count } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { usePrinting } from '../lists/use-printing.ts'
import { Details } from '../parts/details.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { ChosenEvents } from './chosen-events.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { PausedNotice, StateSection } from './endpoint-state.tsx'
import { endpointState, nameOf } from './endpoint-words.ts'
import { HealthSection } from './health-section.tsx'
import { SecretSection } from './secret-section.tsx'
import { TestSection } from './test-section.tsx'

const BACK = { path: '/settings/webhooks', label: t('Webhooks') }

function EndpointPage() {
  const id = useId()
  const endpoint = useView('endpoint', { id }, id !== undefined)
  return (
    <RecordFrame id={id} record={endpoint} title={t('Endpoint')} back={BACK}>
      {data => <EndpointView endpoint={data} />}
    </RecordFrame>
  )
}

function EndpointView({ endpoint }: { endpoint: Endpoint }) {
  const { church, may } = useMembership()
  const printing = usePrinting()
  const { id, url, events, status, waiting, created_at, last_success_at, last_failure_at } = endpoint
  const at = (time: string | null) => time && moment(time, church.timezone)
  const details = [
    { label: t('on the web|Address'), value: url },
    { label: t('Events'), value: <ChosenEvents patterns={events} /> },
    { label: t('Status'), value: <StatusBadge status={status} words={endpointState(status)} /> },
    { label: t('Last delivered'), value: at(last_success_at) },
    { label: t('Last failed'), value: at(last_failure_at) },
    { label: t('Waiting'), value: waiting > 0 && count(waiting) },
    { label: t('Created'), value: at(created_at) },
  ]
  return (
    <Page
      title={nameOf(endpoint)}
      back={BACK}
      actions={
        may('endpoints.update') &&
        !printing && (
          <LinkButton to={`/settings/webhooks/${id}/edit`} variant="default">
            {t('Edit')}
          </LinkButton>
        )
      }
      maw={960}
    >
      <Stack>
        <PausedNotice endpoint={endpoint} />
        <Section title={t('Endpoint')}>
          <Details details={details.filter(({ value }) => value !== false)} />
        </Section>
        {!printing && <TestSection endpoint={endpoint} />}
        <DeliveryLog endpoint={endpoint} />
        {!printing && <AfterLog endpoint={endpoint} />}
      </Stack>
    </Page>
  )
}

/** What is of no use on paper. */
function AfterLog({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      <HealthSection endpoint={endpoint} />
      <SecretSection endpoint={endpoint} />
      <StateSection endpoint={endpoint} />
    </>
  )
}

/** What the church's pages show of it. */
export const page = explained(EndpointPage, {
  says: t('How one of the other programs is doing: what was sent to it, and what it could not take.'),
  chapter: 'who-sees-what',
})
