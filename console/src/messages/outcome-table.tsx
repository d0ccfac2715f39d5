/** Recipients of a message, each with what became of it. */
import { Table, Text } from '@mantine/core'
import { StatusBadge } from '../house/status-badge.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'
import { reasonText } from './channels.ts'

/** What became of a message for one recipient. */
export interface RecipientOutcome {
  key: string | number
  name: string
  /** Undefined for an address that is nobody's on record. */
  person_id: number | undefined
  status: string
  error: string | null
}

export function OutcomeTable({ header, outcomes }: { header: string; outcomes: readonly RecipientOutcome[] }) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Recipient')}</Table.Th>
            <Table.Th>{header}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outcomes.map(({ key, name, person_id, status, error }) => (
            <Table.Tr key={key}>
              <Table.Td>
                {person_id === undefined ? name : <TextLink to={`/people/${person_id}`}>{name}</TextLink>}
              </Table.Td>
              <Table.Td>
                <StatusBadge status={status} of="message" />
                {error && <Text size="xs">{reasonText(error)}</Text>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
