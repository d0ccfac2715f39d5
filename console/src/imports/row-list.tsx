/** The rows of a bucket, page by page: what each says, what it changes, whom it may name. */
import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { Decision } from '../../../src/modules/import-files/check.ts'
import type { Bucket } from '../../../src/modules/import-files/outcomes.ts'
import type { ShownRow } from '../../../src/modules/import-files/views.ts'
import type { OwnTitles } from '../../../src/resource/import-file.ts'
import { useView } from '../api/use-offers.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'
import { type ColumnWords, useColumnWords } from './column-words.ts'

interface RowListProps {
  id: number
  bucket: Bucket
  /** What the file holds: its fields say how values are called. */
  kind: string | null
  /** What the file calls its columns. */
  titles: OwnTitles | undefined
}

export function RowList({ id, bucket, kind, titles }: RowListProps) {
  const [page, setPage] = useState(1)
  const words = useColumnWords(kind, titles)
  const { data } = useView('import_files.rows', { id, bucket, page })
  if (data === undefined) return <Skeleton height={160} role="status" aria-label={t('Loading')} />
  const { rows, pages } = data
  return (
    <Stack>
      {rows.map(row => (
        <Row key={row.line} id={id} row={row} words={words} />
      ))}
      {pages > 1 && (
        <Group component="nav" aria-label={t('Pages')}>
          <Button size="xs" variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('Previous')}
          </Button>
          <Text size="sm">{t('Page {page, number} of {pages, number}', { page, pages })}</Text>
          <Button size="xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('Next')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Row({ id, row, words }: { id: number; row: ShownRow; words: ColumnWords }) {
  const { line, bucket, shown: of } = row
  return (
    <Paper withBorder p="sm" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('Line {line, number}', { line })}
        </Text>
        {of.errors &&
          Object.entries(of.errors).map(([name, why]) => (
            <Text key={name} fw={600}>
              {t('{field}: {problem}', { field: words.ownColumn(name), problem: words.problem(name, why) })}
            </Text>
          ))}
        {of.changes ? <Changes row={row} words={words} /> : <Said said={of.said} words={words} />}
        {bucket === 'doubtful' && <Doubt id={id} row={row} words={words} />}
        {bucket === 'same' && of.taken_for && (
          <Text size="sm">{t('On record as {name}', { name: words.taken(of) })}</Text>
        )}
      </Stack>
    </Paper>
  )
}

function Said({ said, words }: { said: Record<string, string>; words: ColumnWords }) {
  const parts = Object.entries(said).map(([name, text]) =>
    t('{name}: {text}', { name: words.column(name), text: words.value(name, text) }),
  )
  return <Text size="sm">{parts.join(' · ')}</Text>
}

/** What is on record and what the file says, side by side. */
function Changes({ row: { shown: of }, words }: { row: ShownRow; words: ColumnWords }) {
  const name = words.taken(of)
  return (
    <Stack gap="xs">
      {of.taken_for_id ? <TextLink to={`/people/${of.taken_for_id}`}>{name}</TextLink> : <Text>{name}</Text>}
      <Table withRowBorders={false} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Field')}</Table.Th>
            <Table.Th>{t('On record')}</Table.Th>
            <Table.Th>{t('In the file')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(of.changes ?? {}).map(([field, [before, after]]) => (
            <Table.Tr key={field}>
              <Table.Td>{words.column(field)}</Table.Td>
              <Table.Td>{words.value(field, before)}</Table.Td>
              <Table.Td>{words.value(field, after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

function Doubt({ id, row, words }: { id: number; row: ShownRow; words: ColumnWords }) {
  const { line, decision, shown: of } = row
  const decide = useNotifiedAction('import_files.decide', t('Not decided'))
  const name = words.taken(of)
  const isPerson = of.taken_for_id !== undefined
  const same = words.reasons(of.reasons ?? [])
  return (
    <Stack gap="xs">
      <Text size="sm">{t('This may be {name}, who has the same {same}', { name, same })}</Text>
      {isPerson && <TextLink to={`/people/${of.taken_for_id}`}>{t('Show {name}', { name })}</TextLink>}
      <SegmentedControl
        aria-label={t('Who is named in line {line, number}', { line })}
        value={decision ?? 'out'}
        onChange={value => void decide.act({ id, line, decision: value as Decision })}
        data={[
          ...(isPerson ? [{ value: 'same', label: t('Same person') }] : []),
          { value: 'other', label: t('Somebody else') },
          { value: 'out', label: t('Leave out') },
        ]}
      />
    </Stack>
  )
}
