/** The people of a family, on its page: who they are, and for whoever may, who joins and who leaves. */
import type { Family } from '../api-types.ts'
import type { AnyRecord } from '../house/house.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { EditMembers } from './edit-members.tsx'
import { FamilyMembers } from './family-members.tsx'

export function FamilyPeople({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  const family = record as AnyRecord & Family
  return (
    <Section title={t('People')}>
      {may('people:write') ? <EditMembers family={family} /> : <FamilyMembers members={family.members} />}
    </Section>
  )
}

/** Somebody who is not on record yet. */
export function AddToFamily({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  if (!may('people:write')) return null
  return <LinkButton to={`/people/new?family_id=${record.id}`}>{t('Add a person')}</LinkButton>
}
