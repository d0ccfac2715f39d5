/** The plain figures above the charts. */
import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { money } from '../formats/money.ts'
import { count } from '../formats/words.ts'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'
import { useGiving, useMessages, usePeople } from './views.ts'

function Figures() {
  const { may } = useMembership()
  const people = usePeople()
  const giving = useGiving()
  const messages = useMessages()
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 4 }} m={0}>
      <Figure label={t('People')} state={people}>
        {people.data && count(people.data.total)}
      </Figure>
      <Figure label={t('Newcomers in 30 days')} state={people}>
        {people.data && count(people.data.newcomers_30_days)}
      </Figure>
      {may('home.giving') && (
        <Figure
          label={t('Given this month')}
          state={giving}
          below={
            giving.data &&
            t('{amount} by this date last month', {
              amount: money(giving.data.last_month_by_now, giving.data.currency),
            })
          }
        >
          {giving.data && money(giving.data.this_month, giving.data.currency)}
        </Figure>
      )}
      {may('home.messages') && (
        <Figure label={t('Messages sent in 30 days')} state={messages}>
          {messages.data && count(messages.data.sent_30_days)}
        </Figure>
      )}
    </SimpleGrid>
  )
}

interface FigureProps {
  label: string
  state: { isError: boolean }
  below?: string | undefined
  children: ReactNode
}

function Figure({ label, state, below, children }: FigureProps) {
  return (
    <Paper withBorder p="md">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz="1.5rem" fw={650} style={{ overflowWrap: 'anywhere' }}>
        {children ?? (state.isError ? t('Not available') : <Skeleton height={28} width={96} my={4} />)}
      </Text>
      {below && (
        <Text component="dd" m={0} size="sm" c="dimmed">
          {below}
        </Text>
      )}
    </Paper>
  )
}

/** On the home page. */
export const figures: PagePart = { Part: Figures }
