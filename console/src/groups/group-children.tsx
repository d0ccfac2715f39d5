/** On the page of a group: what whoever looks after it has to know of its children. */
import { List, Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import type { AnyRecord } from '../house/house.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { childNotes } from './child-notes.ts'

/** @param record a group */
export function GroupChildren({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  return may('group_children') ? <Children id={record.id} /> : null
}

function Children({ id }: { id: number }) {
  const children = useView('group_children', { id }).data ?? []
  if (children.length === 0) return null
  return (
    <Section title={t('What to know of its children')}>
      <List size="sm" listStyleType="none">
        {children.map(child => (
          <List.Item key={child.person_id}>
            <Text span fw={600} size="sm">
              {child.full_name}
            </Text>{' '}
            {childNotes(child)}
          </List.Item>
        ))}
      </List>
    </Section>
  )
}
