/** The household of a person. */
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useRecord } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { FamilyMembers } from '../families/family-members.tsx'
import { LoadProblem } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

function PersonFamily({ person }: { person: Person }) {
  const family = useRecord('families', person.family_id)
  const link = family.data && (
    <TextLink to={`/families/${family.data.id}`} size="sm">
      {family.data.name}
    </TextLink>
  )
  return (
    <Section title={t('Family')} actions={<Group>{link}</Group>}>
      {person.family_id === null && <Text c="dimmed">{t('Not in a family yet.')}</Text>}
      {family.isLoading && <Skeleton height={60} />}
      {family.error && <LoadProblem error={family.error} onRetry={() => family.refetch()} />}
      {family.data && (
        <Stack gap="xs">
          <FamilyMembers members={family.data.members.filter(({ id }) => id !== person.id)} />
        </Stack>
      )}
    </Section>
  )
}

/** On the page of a person. */
export const personFamily: PagePart<{ person: Person }> = { needs: 'families:read', Part: PersonFamily }
