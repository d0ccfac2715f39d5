/** The first page of a church: what waits, a few figures, charts. What stands on it is said in `home-parts.tsx`. */
import { SimpleGrid, Stack } from '@mantine/core'
import { type ComponentType, useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

/** Those across the page, in their order, and the charts below them, side by side. */
type HomeParts = readonly [across: readonly PagePart[], charts: readonly PagePart[]]

function HomePage({ parts: [across, charts] }: { parts: HomeParts }) {
  const { church } = useMembership()
  useEffect(() => {
    // What was just recorded on another page counts at once.
    void queryClient.invalidateQueries({ queryKey: [church.slug, 'views'] }, { cancelRefetch: false })
  }, [church.slug])
  return (
    <Page title={t('Home')}>
      <Stack>
        <Shown parts={across} />
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Shown parts={charts} />
        </SimpleGrid>
      </Stack>
    </Page>
  )
}

function Shown({ parts }: { parts: readonly PagePart[] }) {
  const { branch_id, may } = useMembership()
  const shown = parts.filter(
    ({ needs, ofChurch }) => (!ofChurch || branch_id === null) && (needs === undefined || may(needs)),
  )
  // They stay what and where they are as long as the page is open.
  return shown.map(({ Part }) => <Part key={parts.findIndex(one => one.Part === Part)} />)
}

/** The page with these parts. */
export const homePage = (...parts: HomeParts): ComponentType =>
  explained(() => <HomePage parts={parts} />, {
    says: t('What is new and what waits for you. What you see here depends on your role.'),
    chapter: 'first-sunday',
  })
