/** The church: its name and place, its modules, who needs a second factor, its API, the limits of its plan, its end. */
import { Stack } from '@mantine/core'
import type { ChurchSettingsShown } from '../../../src/modules/church/settings-console.ts'
import { useView } from '../api/use-offers.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { Details } from '../parts/details.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { ApiSwitch } from './api-switch.tsx'
import { ChurchForm } from './church-form.tsx'
import { ChurchModules } from './church-modules.tsx'
import { CloseChurch } from './close-church.tsx'
import { SecondFactorDemand } from './second-factor-demand.tsx'

function ChurchPage() {
  const church = useView('church')
  const { may } = useMembership()
  return (
    <Page title={t('Church')} maw={760}>
      {church.error && <LoadProblem error={church.error} onRetry={() => church.refetch()} />}
      {church.isLoading && <RowsSkeleton />}
      {church.data && (
        <Stack>
          <Section title={t('About the church')}>
            <ChurchForm settings={church.data} />
          </Section>
          <Section title={t('Modules')}>
            <ChurchModules settings={church.data} />
          </Section>
          <Section title={t('Two-step sign-in')}>
            <SecondFactorDemand settings={church.data} />
          </Section>
          <Section title={t('API')}>
            <ApiSwitch enabled={church.data.api_enabled} />
          </Section>
          {Object.values(church.data.limits).some(({ limit }) => limit !== null) && (
            <Section title={t('Plan')}>
              <Limits limits={church.data.limits} />
            </Section>
          )}
          {may('church.close') && (
            <Section title={t('Close this church')}>
              <CloseChurch />
            </Section>
          )}
        </Stack>
      )}
    </Page>
  )
}

const of = ({ used, limit }: { used: number; limit: number | null }): string =>
  limit === null ? t('{used, number}, no limit', { used }) : t('{used, number} of {limit, number}', { used, limit })

function Limits({ limits: { people, keys, webhooks } }: Pick<ChurchSettingsShown, 'limits'>) {
  return (
    <Details
      cols={3}
      details={[
        { label: t('People'), value: of(people) },
        { label: t('API keys'), value: of(keys) },
        { label: t('Webhook endpoints'), value: of(webhooks) },
      ]}
    />
  )
}

/** What the church's pages show of it. */
export const page = explained(ChurchPage, {
  says: t('Your church’s name, currency and time zone, and the parts of Sexton that it uses.'),
  chapter: 'who-sees-what',
})
