/** Below a promotion: this year's classes on the left, where their pupils go on the right; exceptions by tap. */
import { List, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { PromotedClass, PromotionShown, TargetClass } from '../../../src/modules/promotions/shown.ts'
import { passedOverWords } from '../../../src/texts/promotion-reasons.ts'
import { useAction, useView } from '../api/use-offers.ts'
import type { AnyRecord } from '../house/house.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { ClassRow } from './class-row.tsx'

/** @param record a promotion */
export function PromotionBoard({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  return may('promotion') ? <Board record={record} /> : null
}

function Board({ record }: { record: AnyRecord }) {
  const { id, status } = record
  const { may } = useMembership()
  const shown = useView('promotion', { id })
  const open = status === 'draft' && may('promotions.set_moves')
  return (
    <Section title={t('Class by class')} actions={open && <Refresh record={record} />}>
      {shown.error && <LoadProblem error={shown.error} onRetry={() => shown.refetch()} />}
      {!shown.data && !shown.error && <Skeleton height={200} />}
      {shown.data && <Classes id={id} open={open} draft={status === 'draft'} {...shown.data} />}
    </Section>
  )
}

/** Who came since the draft is in it then; what was decided by hand stays. */
function Refresh({ record }: { record: AnyRecord }) {
  const draft = useAction('promotions.draft')
  const years = { from_year_id: Number(record.from_year_id), to_year_id: Number(record.to_year_id) }
  return (
    <BusyButton size="compact-sm" variant="subtle" busy={draft.isPending} onClick={() => draft.mutate(years)}>
      {t('Bring up to date')}
    </BusyButton>
  )
}

type ClassesProps = PromotionShown & { id: number; open: boolean; draft: boolean }

function Classes({ id, open, draft, classes, targets, overfull, passed_over }: ClassesProps) {
  if (classes.length === 0 && passed_over.length === 0)
    return <Text c="dimmed">{t('Nobody is in a class of that school year.')}</Text>
  const coming = comingInto(classes)
  return (
    <Stack gap="md">
      {draft && overfull.length > 0 && (
        <Notice colour="yellow" title={t('Some classes would have more members than places')}>
          <List size="sm">
            {overfull.map(({ id: full, name, members, capacity }) => (
              <List.Item key={full}>
                {t('{name}: {members, number} members in {capacity, number} places', { name, members, capacity })}
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
      {passed_over.length > 0 && <PassedOver pupils={passed_over} />}
      <SimpleGrid cols={2} aria-hidden>
        <Text fw={600}>{t('This year')}</Text>
        <Text fw={600}>{t('Next year')}</Text>
      </SimpleGrid>
      {classes.map(one => (
        <ClassRow key={one.id} promotion={id} open={open} of={one} targets={targets} coming={coming} />
      ))}
    </Stack>
  )
}

/** Whoever is told here stays in that class when the draft is applied, unless something is done about it. */
const PassedOver = ({ pupils }: { pupils: PromotionShown['passed_over'] }) => (
  <Notice colour="yellow" title={t('These pupils are passed over in these classes')}>
    <List size="sm">
      {pupils.map(({ person_id, group_id, full_name, group_name, reason }) => (
        <List.Item key={`${person_id}/${group_id}`}>
          {full_name}: {passedOverWords(reason, group_name, t)}
        </List.Item>
      ))}
    </List>
  </Notice>
)

/** How many pupils come into each class. */
const comingInto = (classes: readonly PromotedClass[]): ReadonlyMap<TargetClass['id'], number> => {
  const coming = new Map<number, number>()
  for (const { to_group_id } of classes.flatMap(({ pupils }) => pupils)) {
    if (to_group_id !== null) coming.set(to_group_id, (coming.get(to_group_id) ?? 0) + 1)
  }
  return coming
}
