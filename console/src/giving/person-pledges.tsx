/** What a person pledged, alone or with their family, and how far that has come. */
import { Progress, Stack, Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import type { Person } from '../api-types.ts'
import { money } from '../formats/money.ts'
import { useHouse } from '../house/house.ts'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

/** Nothing where the church has online giving switched off, to which pledges belong. */
function PersonPledges({ person }: { person: Person }) {
  return useHouse()?.some(({ name }) => name === 'pledges') ? <Pledged person={person} /> : null
}

function Pledged({ person }: { person: Person }) {
  const found = useView('person_pledges', { id: person.id })
  const lines = (found.isPlaceholderData ? undefined : found.data)?.filter(({ status }) => status === 'active') ?? []
  if (lines.length === 0) return null
  return (
    <Section title={t('Pledges')}>
      <Stack gap="sm">
        {lines.map(({ id, campaign_name, amount, given, currency, percent, family_id }) => (
          <div key={id}>
            <TextLink to={`/pledges/${id}`}>{campaign_name}</TextLink>
            <Text size="sm">
              {t('{given} of {amount} given: {percent, number}%', {
                given: money(given, currency),
                amount: money(amount, currency),
                percent,
              })}
            </Text>
            {family_id !== null && (
              <Text size="sm" c="dimmed">
                {t('Pledged by the family')}
              </Text>
            )}
            {/* The words above it say the same. */}
            <Progress value={Math.min(percent, 100)} size="sm" aria-hidden />
          </div>
        ))}
      </Stack>
    </Section>
  )
}

/** On the page of a person. */
export const personPledges: PagePart<{ person: Person }> = { needs: 'person_pledges', Part: PersonPledges }
