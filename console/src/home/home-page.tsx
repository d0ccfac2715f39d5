/** The first page of a church: first steps while there are any, a few figures, charts. */
import { SimpleGrid, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { DemoRecords } from './demo-records.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { GivingChart } from './giving-chart.tsx'
import { HeldGifts } from './held-gifts.tsx'
import { MessagesChart } from './messages-chart.tsx'
import { MyTasks } from './my-tasks.tsx'
import { NewcomersChart, StatusChart } from './people-charts.tsx'
import { WebhookHealth } from './webhook-health.tsx'

function HomePage() {
  const { church, branch_id, may } = useMembership()
  const whole = branch_id === null
  useEffect(() => {
    // What was just recorded on another page counts at once.
    void queryClient.invalidateQueries({ queryKey: [church.slug, 'views'] }, { cancelRefetch: false })
  }, [church.slug])
  return (
    <Page title={t('Home')}>
      <Stack>
        {whole && may('setup') && <DemoRecords />}
        {whole && may('setup') && <FirstSteps />}
        <HeldGifts />
        {may('home.tasks') && <MyTasks />}
        <Figures />
        {may('home.giving') && <GivingChart />}
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <StatusChart />
          <NewcomersChart />
          {may('home.messages') && <MessagesChart />}
          {whole && may('home.webhooks') && <WebhookHealth />}
        </SimpleGrid>
      </Stack>
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(HomePage, {
  says: t('What is new and what waits for you. What you see here depends on your role.'),
  chapter: 'first-sunday',
})
