/** Every field of two records, with what becomes of it in words. */
import { Checkbox, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useBranches, useRecord } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { t } from '../texts/t.ts'
import { type MergeRow, mergeRows } from './merge-rows.ts'
import { fieldLabel, fieldValue } from './person-words.ts'

const OUTCOMES: Record<MergeRow['outcome'], string> = {
  same: '',
  filled: t('Filled in'),
  stays: t('Differs'),
  off: t('Becomes No'),
}

/** Where only the record that stays says something, nothing is lost. */
const wordsFor = ({ outcome, removed }: MergeRow): string =>
  outcome === 'stays' && (removed === null || removed === undefined) ? t('Kept') : OUTCOMES[outcome]

const NEITHER = ['id', 'member_no']

export function MergeTable({ kept, removed }: { kept: Person; removed: Person }) {
  const [all, setAll] = useState(false)
  const branches = useBranches().data
  const families = new Map(
    [useRecord('families', kept.family_id).data, useRecord('families', removed.family_id).data].flatMap(one =>
      one ? [[one.id, one.name]] : [],
    ),
  )
  const show = (name: string, value: unknown): string =>
    (name === 'family_id' && families.get(value as number)) || fieldValue(name, value, branches)
  const rows = mergeRows(kept, removed).filter(({ name }) => !NEITHER.includes(name))
  const shown = all ? rows : rows.filter(({ outcome }) => outcome !== 'same')
  return (
    <Stack gap="sm">
      <Checkbox
        label={t('Show fields that are the same')}
        checked={all}
        onChange={e => setAll(e.currentTarget.checked)}
      />
      <Table layout="fixed" style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Field')}</Table.Th>
            <Table.Th>{t('Keep: no. {member_no}', { member_no: kept.member_no })}</Table.Th>
            <Table.Th>{t('Remove: no. {member_no}', { member_no: removed.member_no })}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(row => (
            <Table.Tr key={row.name}>
              <Table.Th scope="row" fw={400}>
                {fieldLabel(row.name)}
                {wordsFor(row) && (
                  <Text size="xs" fw={600}>
                    {wordsFor(row)}
                  </Text>
                )}
              </Table.Th>
              <Table.Td fw={row.outcome === 'stays' ? 600 : 400}>{show(row.name, row.kept)}</Table.Td>
              <Table.Td fw={row.outcome === 'filled' ? 600 : 400}>{show(row.name, row.removed)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {shown.length === 0 && <Text c="dimmed">{t('The two records are the same.')}</Text>}
    </Stack>
  )
}
