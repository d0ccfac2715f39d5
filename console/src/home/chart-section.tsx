/** A part of the home page that loads by itself: its states, then what it shows. */
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadProblem } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'

interface ChartSectionProps<Data> {
  title: string
  view: UseQueryResult<Data>
  actions?: ReactNode
  children(data: Data): ReactNode
}

export function ChartSection<Data>({ title, view, actions, children }: ChartSectionProps<Data>) {
  return (
    <Section title={title} actions={actions}>
      {view.data !== undefined && children(view.data)}
      {view.data === undefined && view.error && <LoadProblem error={view.error} onRetry={() => view.refetch()} />}
      {view.isLoading && (
        <div role="status" aria-label={t('Loading')}>
          <Skeleton height={220} />
        </div>
      )}
    </Section>
  )
}
