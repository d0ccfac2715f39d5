/** From the report of givers to the list of people: who is new, came back or lapsed, to be thanked or asked after. */
import { List, Text } from '@mantine/core'
import type { GivingReport } from '../../../src/modules/contributions/giving-report.ts'
import { count } from '../formats/words.ts'
import { useAddress } from '../lists/use-address.ts'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

interface Props {
  report: GivingReport
  lapsed: NonNullable<GivingReport['lapsed']>
}

export function GiversToWriteTo({ report: { now, rows }, lapsed }: Props) {
  const { may } = useMembership()
  const [parameters] = useAddress()
  const branch = parameters.get('branch_id')
  // The list knows of days and of a branch: of one fund or one currency it would show others.
  const isListed = may('people:read') && !parameters.get('fund_id') && !parameters.get('currency')
  const counted = (key: string): number => rows.find(row => row.key === key)?.givers?.now ?? 0
  const shown = [
    { key: 'new', text: t('New: {count, number}', { count: counted('new') }), some: counted('new') },
    { key: 'back', text: t('Came back: {count, number}', { count: counted('back') }), some: counted('back') },
    { key: 'lapsed', text: t('Lapsed: {count, number}', { count: lapsed.now }), some: lapsed.now },
  ]
  const address = (key: string): string => {
    const giving = [key, now.from, now.to, lapsed.days, ...(branch ? [branch] : [])].join(':')
    return `/people?${new URLSearchParams({ giving })}`
  }
  return (
    <Section title={t('New, back and lapsed')}>
      <Text size="sm" mb="xs">
        {t(
          'New givers gave for the first time. Those who came back gave after {days, number} days or more without a gift. For those who lapsed, {days, number} days without a gift were over in this time; a year earlier it was so for {before}.',
          { days: lapsed.days, before: count(lapsed.before) },
        )}
      </Text>
      <List>
        {shown.map(({ key, text, some }) => (
          <List.Item key={key}>{isListed && some > 0 ? <TextLink to={address(key)}>{text}</TextLink> : text}</List.Item>
        ))}
      </List>
    </Section>
  )
}
