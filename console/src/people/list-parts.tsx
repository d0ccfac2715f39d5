/** What the list of people has beside what is drawn: what is done with all who match, and filters that are more than a field. */
import { AddThese } from '../groups/add-these.tsx'
import { SelectFilter } from '../lists/filter-fields.tsx'
import { WriteToThese } from '../messages/write-to-these.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { PaperOfThese } from './paper-of-these.tsx'

export function PeopleActions({ total }: { total: number }) {
  const { may } = useMembership()
  return (
    <>
      <WriteToThese />
      <PaperOfThese />
      <AddThese total={total} />
      {may('duplicates') && (
        <LinkButton to="/people/duplicates" variant="default">
          {t('Duplicates')}
        </LinkButton>
      )}
    </>
  )
}

const NOT_SEEN_WEEKS = [4, 6, 8, 12, 26]

/** Those who were at a meeting before, and at none since. */
export function NotSeenFilter() {
  const data = NOT_SEEN_WEEKS.map(count => ({
    value: String(count),
    label: t('{count, plural, one {# week} other {# weeks}}', { count }),
  }))
  return (
    <SelectFilter name="not_seen_weeks" label={t('Not seen for')} data={[{ value: '', label: t('Any') }, ...data]} />
  )
}
