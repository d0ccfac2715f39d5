/** Counts the offering: gifts, notes and coins by pieces, and what is no cash. By keyboard alone, and on a phone. */
import { Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { useRecord } from '../api/use-records.ts'
import { money } from '../formats/money.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import {
  cashOf,
  denominationsOf,
  emptyCount,
  isReadable,
  kindProblem,
  otherOf,
  otherProblem,
  piecesOf,
  piecesProblem,
  readPieces,
  type TypedCurrency,
  type TypedKind,
} from './counting.ts'
import { DENOMINATIONS } from './denominations.ts'

/** What is typed of a count, and how it is sent. */
function useCount(id: number, onSaved: () => void) {
  const { church, user } = useMembership()
  const { act, pending } = useNotifiedAction('batches.count', t('Not saved'))
  const [counter, setCounter] = useState(user.name)
  const [count, setCount] = useState('')
  const [typed, setTyped] = useState<TypedCurrency[]>([emptyCount(church.currency)])
  const [problem, setProblem] = useState<string>()

  const change = (at: number, changes: Partial<TypedCurrency>): void =>
    setTyped(before => before.map((one, place) => (place === at ? { ...one, ...changes } : one)))
  const add = (currency: string): void => setTyped(before => [...before, emptyCount(currency)])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const gifts = readPieces(count)
    if (count.trim() === '' || gifts === undefined) return setProblem(t('Type how many gifts you counted.'))
    if (!typed.every(isReadable)) return setProblem(t('Nothing was saved: correct what is marked.'))
    setProblem(undefined)
    const cash = typed.flatMap(piecesOf)
    const other = typed.flatMap(one => (otherOf(one) === 0 ? [] : [{ currency: one.currency, amount: otherOf(one) }]))
    const sent = { id, counter: counter.trim(), count: gifts }
    const more = { ...(cash.length > 0 && { cash }), ...(other.length > 0 && { other }) }
    if (await act({ ...sent, ...more }, t('Your count is in.'))) onSaved()
  }
  return { counter, setCounter, count, setCount, typed, change, add, problem, save, pending }
}

function CountPage() {
  const { id } = useParams<{ id: string }>()
  const { path } = useMembership()
  const [, go] = useLocation()
  const batch = useRecord('batches', Number(id))
  const { counter, setCounter, count, setCount, typed, change, add, problem, save, pending } = useCount(
    Number(id),
    () => go(path(`/batches/${id}`)),
  )
  const name = batch.data?.name ?? ''
  const start = useRef<HTMLInputElement>(null)
  useEffect(() => start.current?.focus(), [])
  return (
    <Page title={t('Count the offering')} back={{ path: `/batches/${id}`, label: name }} focusHeading={false} maw={720}>
      <Paper withBorder p="md" component="form" onSubmit={save} aria-label={t('Count the offering')}>
        <Stack>
          <Text c="dimmed" size="sm">
            {t('Two people count. Neither sees what the other found until both counts are in.')}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t('Counted by')}
              required
              withAsterisk={false}
              maxLength={190}
              value={counter}
              onChange={event => setCounter(event.currentTarget.value)}
            />
            <TextInput
              label={t('How many gifts')}
              description={t('Envelopes, cheques, and each plate of loose money.')}
              inputMode="numeric"
              required
              withAsterisk={false}
              ref={start}
              value={count}
              onChange={event => setCount(event.currentTarget.value)}
            />
          </SimpleGrid>
          {typed.map((one, at) => (
            <OneCurrency key={one.currency} typed={one} onChange={changes => change(at, changes)} />
          ))}
          <MoreCurrencies taken={typed.map(({ currency }) => currency)} onAdd={add} />
          {problem !== undefined && (
            <Text c="var(--mantine-color-error)" role="alert">
              {problem}
            </Text>
          )}
          <BusyButton type="submit" size="lg" busy={pending}>
            {t('Save the count')}
          </BusyButton>
        </Stack>
      </Paper>
    </Page>
  )
}

interface OneProps {
  typed: TypedCurrency
  onChange(changes: Partial<TypedCurrency>): void
}

function OneCurrency({ typed, onChange }: OneProps) {
  const { currency, pieces, other } = typed
  return (
    <Section title={t('Notes and coins in {currency}', { currency })}>
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }} spacing="xs">
          {denominationsOf(currency).map(denomination => (
            <TextInput
              key={denomination}
              label={t('{value} ×', { value: money(denomination, currency) })}
              inputMode="numeric"
              error={piecesProblem(pieces[denomination])}
              value={pieces[denomination] ?? ''}
              onChange={event => onChange({ pieces: { ...pieces, [denomination]: event.currentTarget.value } })}
            />
          ))}
        </SimpleGrid>
        <OtherKinds typed={typed} onChange={onChange} />
        <TextInput
          label={t('Cheques and other slips ({currency})', { currency })}
          inputMode="decimal"
          error={otherProblem(typed)}
          value={other}
          onChange={event => onChange({ other: event.currentTarget.value })}
        />
        <Text role="status">
          {isReadable(typed)
            ? t('Cash {cash}, all together {total}', {
                cash: money(cashOf(typed), currency),
                total: money(cashOf(typed) + otherOf(typed), currency),
              })
            : t('Something here cannot be read: correct what is marked.')}
        </Text>
      </Stack>
    </Section>
  )
}

/** Notes and coins that are not listed: old ones, small ones, those of a currency that nobody has told us of. */
function OtherKinds({ typed, onChange }: OneProps) {
  const { currency, others } = typed
  const change = (at: number, changes: Partial<TypedKind>): void =>
    onChange({ others: others.map((one, place) => (place === at ? { ...one, ...changes } : one)) })
  return (
    <>
      {others.map(({ value, pieces }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever added at the end
        <SimpleGrid key={at} cols={2} spacing="xs">
          <TextInput
            label={t('Worth of one ({currency})', { currency })}
            inputMode="decimal"
            error={kindProblem(typed, at)}
            value={value}
            onChange={event => change(at, { value: event.currentTarget.value })}
          />
          <TextInput
            label={t('How many')}
            inputMode="numeric"
            error={piecesProblem(pieces)}
            value={pieces}
            onChange={event => change(at, { pieces: event.currentTarget.value })}
          />
        </SimpleGrid>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          onClick={() => onChange({ others: [...others, { value: '', pieces: '' }] })}
        >
          {t('Another note or coin ({currency})', { currency })}
        </Button>
      </Group>
    </>
  )
}

function MoreCurrencies({ taken, onAdd }: { taken: readonly string[]; onAdd(currency: string): void }) {
  const free = Object.keys(DENOMINATIONS).filter(one => !taken.includes(one))
  const [chosen, setChosen] = useState(free[0] ?? '')
  if (free.length === 0) return null
  const wanted = free.includes(chosen) ? chosen : (free[0] ?? '')
  return (
    <Group align="end">
      <NativeSelect
        label={t('Another currency')}
        data={free}
        value={wanted}
        onChange={event => setChosen(event.currentTarget.value)}
      />
      <Button variant="default" onClick={() => onAdd(wanted)}>
        {t('Add {currency}', { currency: wanted })}
      </Button>
    </Group>
  )
}

/** What the church's pages show of it. */
export const page = explained(CountPage, {
  says: t(
    'Count the notes and coins, and Sexton adds them up. If somebody counts with you, each can count without seeing the other’s figures.',
  ),
  chapter: 'entering-gifts#count-the-offering',
})
