/** A class of this year beside where its pupils go; each of them below, when it is opened. */
import { Box, Button, Divider, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import type { PromotedClass, PupilMove, TargetClass } from '../../../src/modules/promotions/shown.ts'
import { moveReasonWords } from '../../../src/texts/promotion-reasons.ts'
import { reasonOf } from '../api/refusal.ts'
import { useAction } from '../api/use-offers.ts'
import { t } from '../texts/t.ts'

interface ClassRowProps {
  promotion: number
  /** Whether exceptions can be made. */
  open: boolean
  of: PromotedClass
  targets: readonly TargetClass[]
  /** How many come into each class. */
  coming: ReadonlyMap<number, number>
}

export function ClassRow({ of, targets, coming, ...row }: ClassRowProps) {
  const [opened, pupils] = useDisclosure(false)
  const list = useId()
  const { name, pupils: all } = of
  return (
    <Stack gap="xs">
      <Divider />
      <SimpleGrid cols={2}>
        <Box style={{ overflowWrap: 'anywhere' }}>
          <Text fw={600} size="sm">
            {name}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            px={0}
            aria-label={t('{count, plural, one {# pupil of {name}} other {# pupils of {name}}}', {
              count: all.length,
              name,
            })}
            aria-expanded={opened}
            aria-controls={list}
            onClick={pupils.toggle}
          >
            {t('{count, plural, one {# pupil} other {# pupils}}', { count: all.length })}
          </Button>
        </Box>
        <Box style={{ overflowWrap: 'anywhere' }}>
          {waysOf(all, targets, coming).map(words => (
            <Text key={words} size="sm">
              {words}
            </Text>
          ))}
        </Box>
      </SimpleGrid>
      <Stack id={list} gap={6} ps="sm">
        {opened &&
          all.map(pupil => <Pupil key={pupil.person_id} {...row} from={of.id} pupil={pupil} targets={targets} />)}
      </Stack>
    </Stack>
  )
}

/** `12 to Class 2 (15 come, 30 places)`, and how many do otherwise. */
function waysOf(
  pupils: readonly PupilMove[],
  targets: readonly TargetClass[],
  coming: ReadonlyMap<number, number>,
): string[] {
  const counts = new Map<string, number>()
  for (const { action, to_group_id } of pupils) {
    const way = to_group_id === null ? action : String(to_group_id)
    counts.set(way, (counts.get(way) ?? 0) + 1)
  }
  return [...counts].map(([way, count]) => {
    const target = targets.find(({ id }) => String(id) === way)
    if (target === undefined) return way in WAYS ? WAYS[way as keyof typeof WAYS](count) : String(count)
    const { id, name, capacity } = target
    const come = coming.get(id) ?? 0
    return capacity === null
      ? t('{count, number} to {name} ({come, number} come)', { count, name, come })
      : t('{count, number} to {name} ({come, number} come, {capacity, number} places)', { count, name, come, capacity })
  })
}

const WAYS = {
  move: (count: number) => t('{count, plural, one {# moves} other {# move}}', { count }),
  stay: (count: number) => t('{count, plural, one {# stays} other {# stay}}', { count }),
  graduate: (count: number) => t('{count, plural, one {# graduates} other {# graduate}}', { count }),
  leave: (count: number) => t('{count, plural, one {# leaves} other {# leave}}', { count }),
}

interface PupilProps extends Pick<ClassRowProps, 'promotion' | 'open' | 'targets'> {
  from: number
  pupil: PupilMove
}

function Pupil({ promotion, open, targets, from, pupil }: PupilProps) {
  const set = useAction('promotions.set_moves')
  const { person_id, full_name, action, to_group_id, by_hand, grade_before, grade_after } = pupil
  const grades =
    grade_before === grade_after
      ? grade_before
      : t('{grade_before} → {grade_after}', { grade_before: grade_before ?? '–', grade_after: grade_after ?? '–' })
  function choose(value: string): void {
    const [way, target] = value.split(':')
    const moved = target === undefined ? {} : { to_group_id: Number(target) }
    set.mutate({ id: promotion, person_ids: [person_id], action: way as PupilMove['action'], ...moved })
  }
  if (!open) return <Became pupil={pupil} targets={targets} />
  return (
    <SimpleGrid cols={2} style={{ alignItems: 'center' }}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {full_name}
        {grades && (
          <Text span size="xs" c="dimmed">
            {' '}
            {grades}
          </Text>
        )}
      </Text>
      <NativeSelect
        size="xs"
        aria-label={t('What {full_name} does', { full_name })}
        data={choicesOf(
          targets.filter(({ id }) => id !== from),
          by_hand,
        )}
        value={to_group_id === null ? action : `move:${to_group_id}`}
        disabled={set.isPending}
        error={set.error && reasonOf(set.error)}
        onChange={event => choose(event.currentTarget.value)}
      />
    </SimpleGrid>
  )
}

const choicesOf = (targets: readonly TargetClass[], by_hand: boolean) => [
  { value: 'stay', label: t('Stays in the class') },
  { value: 'graduate', label: t('Graduates') },
  { value: 'leave', label: t('Leaves the Sunday school') },
  ...targets.map(({ id, name }) => ({ value: `move:${id}`, label: t('To {name}', { name }) })),
  ...(by_hand ? [{ value: 'proposed', label: t('As the draft proposes') }] : []),
]

const ACTS = {
  move: t('moves'),
  stay: t('stays'),
  graduate: t('graduates'),
  leave: t('leaves'),
}

/** What became of a pupil, and why it is another thing than was planned. */
function Became({
  pupil: { full_name, action, to_group_id, result, reason },
  targets,
}: Pick<PupilProps, 'pupil' | 'targets'>) {
  const target = targets.find(({ id }) => id === to_group_id)
  const way = target === undefined ? ACTS[action] : t('to {name}', { name: target.name })
  const why = reason && moveReasonWords(reason, t)
  return (
    <SimpleGrid cols={2}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {full_name}
      </Text>
      <Text size="sm" c={why ? undefined : 'dimmed'}>
        {why === null
          ? way
          : result === 'kept'
            ? t('{way}, was kept: {why}', { way, why })
            : t('Skipped: {why}', { why })}
      </Text>
    </SimpleGrid>
  )
}
