/** A page about one record: its states while it loads, when it fails, when it does not exist. */
import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Refusal } from '../api/refusal.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { t } from '../texts/t.ts'
import { NotFound } from './not-found.tsx'
import { Page } from './page.tsx'

interface Loading<Data> {
  data: Data | undefined
  error: Error | null
  refetch(): unknown
}

interface RecordFrameProps<Data> {
  /** Undefined when the address names no id. */
  id: number | undefined
  record: Loading<Data>
  /** Title while it is not known yet. */
  title: string
  back: { path: string; label: string }
  children(data: Data): ReactNode
}

/** `children` renders the whole page, once the record is there. */
export function RecordFrame<Data>({ id, record, title, back, children }: RecordFrameProps<Data>) {
  if (record.data !== undefined) return children(record.data)
  const missing = record.error instanceof Refusal && record.error.status === 404
  if (id === undefined || missing) return <NotFound />
  return (
    <Page title={title} back={back}>
      {record.error ? (
        <LoadProblem error={record.error} onRetry={() => record.refetch()} />
      ) : (
        <Stack role="status" aria-label={t('Loading')}>
          <Skeleton height={120} />
          <Skeleton height={240} />
        </Stack>
      )}
    </Page>
  )
}
