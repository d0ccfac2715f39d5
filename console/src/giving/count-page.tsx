/** Counts the offering: gifts, notes and coins by pieces, and what is no cash. By keyboard alone, and on a phone. */
import { Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { currencyExponent } from '../../../src/lib/money.ts'
import { useRecord } from '../api/use-records.ts'
import { minorUnits, money } from '../formats/money.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { DENOMINATIONS, USUAL } from './denominations.ts'

/** What is typed of one currency: pieces by denomination in minor units, and an amount. */
interface TypedCurrency {
  currency: string
  pieces: Record<number, string>
  other: string
}

const denominationsOf = (currency: string): number[] =>
  (DENOMINATIONS[currency] ?? USUAL).map(one => Math.round(one * 10 ** currencyExponent(currency)))

const piecesOf = (text: string | undefined): number => (/^\d{1,7}$/.test(text?.trim() ?? '') ? Number(text) : 0)

const cashOf = ({ pieces }: TypedCurrency): number =>
  Object.entries(pieces).reduce((sum, [denomination, text]) => sum + Number(denomination) * piecesOf(text), 0)

const otherOf = ({ currency, other }: TypedCurrency): number => minorUnits(other, currency) ?? 0

/** What is typed of a count, and how it is sent. */
function useCount(id: number, onSaved: () => void) {
  const { church, user } = useMembership()
  const { act, pending } = useNotifiedAction('batches.count', t('Not saved'))
  const [counter, setCounter] = useState(user.name)
  const [count, setCount] = useState('')
  const [typed, setTyped] = useState<TypedCurrency[]>([{ currency: church.currency, pieces: {}, other: '' }])
  const [problem, setProblem] = useState<string>()

  const change = (at: number, changes: Partial<TypedCurrency>): void =>
    setTyped(before => before.map((one, place) => (place === at ? { ...one, ...changes } : one)))
  const add = (currency: string): void => setTyped(before => [...before, { currency, pieces: {}, other: '' }])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const wrong = typed.find(({ other, currency }) => other.trim() !== '' && minorUnits(other, currency) === undefined)
    if (!/^\d{1,6}$/.test(count.trim())) return setProblem(t('Type how many gifts you counted.'))
    if (wrong) {
      return setProblem(t('Type an amount in {currency}, such as 1500 or 1500.50', { currency: wrong.currency }))
    }
    setProblem(undefined)
    const cash = typed.flatMap(({ currency, pieces }) =>
      Object.entries(pieces).flatMap(([denomination, text]) =>
        piecesOf(text) === 0 ? [] : [{ currency, denomination: Number(denomination), pieces: piecesOf(text) }],
      ),
    )
    const other = typed.flatMap(one => (otherOf(one) === 0 ? [] : [{ currency: one.currency, amount: otherOf(one) }]))
    const sent = { id, counter: counter.trim(), count: Number(count) }
    const more = { ...(cash.length > 0 && { cash }), ...(other.length > 0 && { other }) }
    if (await act({ ...sent, ...more }, t('Your count is in.'))) onSaved()
  }
  return { counter, setCounter, count, setCount, typed, change, add, problem, save, pending }
}

export function CountPage() {
  const { id } = useParams<{ id: string }>()
  const { path } = useMembership()
  const [, go] = useLocation()
  const batch = useRecord('batches', Number(id))
  const { counter, setCounter, count, setCount, typed, change, add, problem, save, pending } = useCount(
    Number(id),
    () => go(path(`/batches/${id}`)),
  )
  const name = batch.data?.name ?? ''
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
              data-autofocus
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

function OneCurrency({ typed, onChange }: { typed: TypedCurrency; onChange(changes: Partial<TypedCurrency>): void }) {
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
              maxLength={7}
              value={pieces[denomination] ?? ''}
              onChange={event => onChange({ pieces: { ...pieces, [denomination]: event.currentTarget.value } })}
            />
          ))}
        </SimpleGrid>
        <TextInput
          label={t('Cheques and other slips ({currency})', { currency })}
          inputMode="decimal"
          value={other}
          onChange={event => onChange({ other: event.currentTarget.value })}
        />
        <Text role="status">
          {t('Cash {cash}, all together {total}', {
            cash: money(cashOf(typed), currency),
            total: money(cashOf(typed) + otherOf(typed), currency),
          })}
        </Text>
      </Stack>
    </Section>
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
