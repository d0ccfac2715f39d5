/** Head counts by category: a big number each, typed or tapped one by one. Nobody counted is not the same as none. */
import { ActionIcon, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { wholeNumber } from '../../../src/lib/digits.ts'
import { count as inDigits, wordOf } from '../formats/words.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { CategoriesButton } from './categories-button.tsx'
import type { Counts, LiveRoll } from './use-roll.ts'

/** What the server takes. */
const MOST = 1_000_000

interface CountsSectionProps {
  roll: LiveRoll
  /** Whether counts are taken. */
  open: boolean
  actions: ReactNode
}

export function CountsSection({ roll: { categories, counts, reading }, open, actions }: CountsSectionProps) {
  const { may } = useMembership()
  const takes = open && may('headcounts.add')
  return (
    <Section title={t('Head count')} actions={actions}>
      {reading.data === undefined &&
        (reading.error ? <LoadProblem error={reading.error} onRetry={reading.refetch} /> : <RowsSkeleton rows={4} />)}
      {reading.data !== undefined && (
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {categories.map(category => (
              <CountField key={category} category={category} counts={counts} takes={takes} />
            ))}
          </SimpleGrid>
          <Sum counts={counts} />
          {takes && <CategoriesButton categories={categories} />}
        </Stack>
      )}
    </Section>
  )
}

function Sum({ counts }: { counts: Counts }) {
  useSyncExternalStore(counts.onAny, counts.version)
  const counted = [...counts.values()].filter(one => one !== null)
  const sum = counted.reduce((total, one) => total + one, 0)
  return (
    <>
      <Text role="status" fw={600}>
        {counted.length === 0 ? t('Nobody has counted yet.') : t('{sum, number} counted', { sum })}
      </Text>
      {counts.kept() > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('Not saved yet: the server cannot be reached. Keep this page open; it tries again by itself.')}
        </Text>
      )}
    </>
  )
}

function CountField({ category, counts, takes }: { category: string; counts: Counts; takes: boolean }) {
  const count = useSyncExternalStore(
    listener => counts.onKey(category, listener),
    () => counts.get(category) ?? null,
  )
  // What is being typed; undefined while nobody does.
  const [typed, setTyped] = useState<string>()
  const label = wordOf(category)
  const wrong = typed !== undefined && !isCount(typed)
  function done(): void {
    if (typed === undefined || wrong) return
    const to = wholeNumber(typed, MOST) ?? null
    if (to !== count) counts.tap(category, { to })
    setTyped(undefined)
  }
  const tap = (more: number): void => {
    setTyped(undefined)
    counts.tap(category, { more })
  }
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <TextInput
        flex={1}
        miw={0}
        size="lg"
        label={label}
        inputMode="numeric"
        placeholder={t('Not counted')}
        value={typed ?? (count === null ? '' : String(count))}
        readOnly={!takes}
        error={wrong && t('A whole number, at most {most}', { most: inDigits(MOST) })}
        onChange={event => takes && setTyped(event.currentTarget.value)}
        onBlur={done}
        onKeyDown={event => event.key === 'Enter' && done()}
      />
      {takes && (
        <>
          <Step
            icon="minus"
            label={t('One fewer: {category}', { category: label })}
            onTap={() => tap(-1)}
            off={!count}
          />
          <Step icon="plus" label={t('One more: {category}', { category: label })} onTap={() => tap(1)} />
        </>
      )}
    </Group>
  )
}

const isCount = (text: string): boolean => text.trim() === '' || wholeNumber(text, MOST) !== undefined

interface StepProps {
  icon: 'plus' | 'minus'
  label: string
  onTap(): void
  off?: boolean
}

/** Keeps the focus where it can go no lower, which a disabled button loses. */
const Step = ({ icon, label, onTap, off = false }: StepProps) => (
  <ActionIcon
    size={50}
    variant="default"
    aria-label={label}
    aria-disabled={off}
    mod={{ off }}
    className="count-step"
    onClick={() => off || onTap()}
  >
    <Icon name={icon} size={24} />
  </ActionIcon>
)
