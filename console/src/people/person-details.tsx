/** Everything that is on record of a person. */
import { Anchor, Stack } from '@mantine/core'
import { useBranches } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { valueText } from '../declared/custom-rows.ts'
import { day, moment } from '../formats/dates.ts'
import { languageName } from '../formats/language-names.ts'
import { listed } from '../formats/lists.ts'
import { countryName } from '../formats/places.ts'
import { wordOf } from '../formats/words.ts'
import { type Detail, Details } from '../parts/details.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

const date = (value: string | null) => value && day(value)

function contact(person: Person): Detail[] {
  const opted = (['sms', 'email', 'whatsapp'] as const).filter(channel => person[`${channel}_opt_in`]).map(wordOf)
  const { address, city, state, postal_code, country } = person
  const place = [address, [postal_code, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  const call = (number: string | null) => number && <Anchor href={`tel:${number}`}>{number}</Anchor>
  return [
    { label: t('Email'), value: person.email && <Anchor href={`mailto:${person.email}`}>{person.email}</Anchor> },
    { label: t('Phone'), value: call(person.phone) },
    { label: t('Second phone'), value: call(person.phone2) },
    { label: 'WhatsApp', value: call(person.whatsapp) },
    { label: t('Address'), value: place },
    { label: t('Country'), value: countryName(country) },
    { label: t('Language'), value: person.language && languageName(person.language) },
    { label: t('Wants messages by'), value: opted.length > 0 ? listed(opted) : t('channel|None') },
  ]
}

const personal = (person: Person): Detail[] => [
  { label: t('form of address|Title'), value: person.title },
  { label: t('Gender'), value: person.gender && wordOf(person.gender) },
  { label: t('Date of birth'), value: date(person.dob) },
  { label: t('Marital status'), value: person.marital_status && wordOf(person.marital_status) },
  { label: t('Anniversary'), value: date(person.anniversary) },
  { label: t('Occupation'), value: person.occupation },
  { label: t('Employer'), value: person.employer },
]

export function PersonDetails({ person }: { person: Person }) {
  const { timezone } = useMembership().church
  const branch = useBranches().data?.find(({ id }) => id === person.branch_id)?.name
  const church: Detail[] = [
    { label: t('Member no.'), value: person.member_no },
    { label: t('Branch'), value: branch },
    { label: t('First visit'), value: date(person.first_visit_date) },
    { label: t('Salvation'), value: date(person.salvation_date) },
    { label: t('Baptism'), value: date(person.baptism_date) },
    { label: t('Membership'), value: date(person.membership_date) },
    { label: t('Source'), value: wordOf(person.source) },
    { label: t('Added'), value: moment(person.created_at, timezone) },
    { label: t('Changed'), value: moment(person.updated_at, timezone) },
  ]
  const custom = Object.entries(person.custom).map(([label, value]) => ({ label, value: valueText(value) }))
  return (
    <Stack>
      <Section title={t('Contact')}>
        <Details details={contact(person)} />
      </Section>
      <Section title={t('Church')}>
        <Details details={church} />
      </Section>
      <Section title={t('Personal')}>
        <Details details={personal(person)} />
      </Section>
      {custom.length > 0 && (
        <Section title={t('Other details')}>
          <Details details={custom} />
        </Section>
      )}
    </Stack>
  )
}
