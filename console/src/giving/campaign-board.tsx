/** On the page of a campaign: how far it has come, and who is behind, with a button that reminds them. */
import { Group, List, Progress, Skeleton, Stack, Text } from '@mantine/core'
import type { BehindPledge, CampaignProgress } from '../../../src/modules/pledges/campaign-view.ts'
import { useView } from '../api/use-offers.ts'
import { money } from '../formats/money.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import type { AnyRecord } from '../house/house.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** @param record a campaign */
export function CampaignBoard({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  return may('campaign_progress') ? <Board id={record.id} /> : null
}

function Board({ id }: { id: number }) {
  const shown = useView('campaign_progress', { id })
  const data = shown.isPlaceholderData ? undefined : shown.data
  return (
    <Stack mb="md">
      <Section title={t('How far it has come')}>
        {shown.error && <LoadProblem error={shown.error} onRetry={() => shown.refetch()} />}
        {!data && !shown.error && <Skeleton height={120} />}
        {data && <Bar of={data} />}
      </Section>
      {data && <Behind of={data} />}
    </Stack>
  )
}

function Bar({ of }: { of: CampaignProgress }) {
  const { percent, currency, goal_base, pledged_base, given_base, other_base, pledges, fulfilled, unlinked } = of
  const given = given_base + (other_base ?? 0)
  const whole = goal_base ?? pledged_base
  const [sum, all] = [money(given, currency), money(whole, currency)]
  const words =
    goal_base === null
      ? t('{given} given of {whole} pledged: {percent, number}%', { given: sum, whole: all, percent })
      : t('{given} given of a goal of {whole}: {percent, number}%', { given: sum, whole: all, percent })
  return (
    <Stack gap="xs">
      <Text fw={600}>{words}</Text>
      {/* The words above it say the same. */}
      <Progress value={Math.min(percent, 100)} size="lg" aria-hidden />
      <List size="sm">
        <List.Item>
          {t(
            '{pledges, plural, one {# pledge} other {# pledges}} of {pledged}, of which {fulfilled, number} are fulfilled',
            {
              pledges,
              pledged: money(pledged_base, currency),
              fulfilled,
            },
          )}
        </List.Item>
        <List.Item>{t('{amount} given towards pledges', { amount: money(given_base, currency) })}</List.Item>
        {other_base !== null && (
          <List.Item>{t('{amount} given to the fund by others', { amount: money(other_base, currency) })}</List.Item>
        )}
        {unlinked > 0 && (
          <List.Item>
            {t(
              '{unlinked, plural, one {# pledge counts} other {# pledges count}} nobody’s gifts yet: say who it is on its page',
              {
                unlinked,
              },
            )}
          </List.Item>
        )}
      </List>
    </Stack>
  )
}

function Behind({ of }: { of: CampaignProgress }) {
  const { may } = useMembership()
  const { behind, shown, id, status } = of
  const remind = useNotifiedAction('pledge_campaigns.remind', t('Nobody was reminded'))
  const remindAll = () => remind.act({ id }, t('Those who are behind will be reminded within the hour.'))
  const button = behind > 0 && status === 'open' && may('pledge_campaigns.remind') && (
    <BusyButton size="compact-sm" variant="default" busy={remind.pending} onClick={remindAll}>
      {t('Remind all of them')}
    </BusyButton>
  )
  return (
    <Section title={t('Who is behind')} actions={button}>
      {behind === 0 && <Text c="dimmed">{t('Nobody is more than a week late.')}</Text>}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {shown.map(one => (
          <Late key={one.id} pledge={one} open={status === 'open'} />
        ))}
      </Stack>
      {behind > shown.length && (
        <Text size="sm" mt="xs">
          {t('{shown, number} of {behind, number} are shown: those who are latest.', { shown: shown.length, behind })}
        </Text>
      )}
    </Section>
  )
}

function Late({ pledge, open }: { pledge: BehindPledge; open: boolean }) {
  const { may } = useMembership()
  const { id, who, missing, expected, currency, days_late, reminded_at, no_reminders } = pledge
  const remind = useNotifiedAction('pledges.remind', t('They were not reminded'))
  const name = who ?? t('Pledge {id}', { id })
  return (
    <Group component="li" justify="space-between" wrap="wrap" gap="xs">
      <div>
        <TextLink to={`/pledges/${id}`}>{name}</TextLink>
        <Text size="sm" c="dimmed">
          {t('{missing} of {expected} missing, {days, plural, one {# day} other {# days}} late', {
            missing: money(missing, currency),
            expected: money(expected, currency),
            days: days_late,
          })}
        </Text>
      </div>
      {no_reminders && <Text size="sm">{t('Wants no reminders')}</Text>}
      {!no_reminders && open && may('pledges.remind') && (
        <BusyButton
          size="compact-sm"
          variant="subtle"
          busy={remind.pending}
          aria-label={t('Remind {name}', { name })}
          onClick={() => remind.act({ id }, t('They will be reminded within the hour.'))}
        >
          {reminded_at === null ? t('Remind') : t('Remind again')}
        </BusyButton>
      )}
    </Group>
  )
}
