/** Chooses events from the catalogue: one by one, all that begin alike, or everything. */
import { Accordion, Badge, Checkbox, Code, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OfferedModule } from '../../../src/webhooks/console-views.ts'
import { useView } from '../api/use-offers.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { rich, t } from '../texts/t.ts'
import { ChosenEvents } from './chosen-events.tsx'
import { byWildcard, EVERYTHING, isCovered, matching, toggled } from './event-patterns.ts'

interface EventChoiceProps {
  value: readonly string[]
  onChange(value: string[]): void
  error?: React.ReactNode
}

export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const catalogue = useView('event_catalogue')
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<string[]>(['core'])
  const toggle = (pattern: string): void => onChange(toggled(pattern, value))
  const modules = (catalogue.data ?? [])
    .map(saidModule)
    .map(module => ({ ...module, events: matching(module.events, search) }))
    .filter(({ events }) => events.length > 0)
  return (
    <Fieldset legend={t('Events')}>
      <Stack gap="sm">
        <ChosenEvents patterns={value} onRemove={toggle} />
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Checkbox
          label={t('Everything')}
          description={t('All events, including any added later')}
          checked={value.includes(EVERYTHING)}
          onChange={() => toggle(EVERYTHING)}
        />
        <TextInput
          type="search"
          label={t('Find an event')}
          placeholder={t('Such as person or gift')}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        {catalogue.isLoading && <RowsSkeleton rows={4} />}
        {catalogue.error && <LoadProblem error={catalogue.error} onRetry={() => catalogue.refetch()} />}
        {catalogue.data && modules.length === 0 && <Text c="dimmed">{t('No events match.')}</Text>}
        <Accordion
          multiple
          variant="separated"
          value={search.trim() === '' ? opened : modules.map(({ module }) => module)}
          onChange={setOpened}
          order={2}
        >
          {modules.map(module => (
            <ModuleEvents key={module.module} module={module} value={value} onToggle={toggle} />
          ))}
        </Accordion>
      </Stack>
    </Fieldset>
  )
}

/** The events of a module in the language of the page, so that they are searched as they are read. */
const saidModule = (module: OfferedModule): OfferedModule => ({
  ...module,
  title: t(module.title),
  events: module.events.map(event => ({ ...event, title: t(event.title), when: event.when && t(event.when) })),
})

interface ModuleEventsProps {
  module: OfferedModule
  value: readonly string[]
  onToggle(pattern: string): void
}

function ModuleEvents({ module: { module, title, events }, value, onToggle }: ModuleEventsProps) {
  const chosen = events.filter(({ name }) => value.includes(name) || isCovered(name, value)).length
  return (
    <Accordion.Item value={module}>
      <Accordion.Control>
        <Group justify="space-between" pe="sm">
          <Text fw={500}>{title}</Text>
          <Text size="sm" c="dimmed">
            {chosen > 0
              ? t('{chosen, number} of {count, number} chosen', { chosen, count: events.length })
              : t('{count, plural, one {# event} other {# events}}', { count: events.length })}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="lg">
          {byWildcard(events).map(([wildcard, group]) => (
            <Stack key={wildcard} gap="xs">
              <Checkbox
                label={rich('All <code>{wildcard}</code>', { wildcard, code: text => <Code>{text}</Code> })}
                checked={value.includes(wildcard) || value.includes(EVERYTHING)}
                disabled={value.includes(EVERYTHING)}
                onChange={() => onToggle(wildcard)}
              />
              {group.map(event => (
                <EventBox key={event.name} event={event} value={value} onToggle={onToggle} />
              ))}
            </Stack>
          ))}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

interface EventBoxProps {
  event: OfferedModule['events'][0]
  value: readonly string[]
  onToggle(pattern: string): void
}

function EventBox({ event: { name, title, when, recorded }, value, onToggle }: EventBoxProps) {
  const covered = isCovered(name, value)
  return (
    <Checkbox
      ms="lg"
      label={
        <Group gap="xs">
          {title} <Code>{name}</Code>
          {!recorded && (
            <Badge variant="light" color="gray" tt="none" fw={500} c="var(--mantine-color-text)">
              {t('Not sent yet')}
            </Badge>
          )}
        </Group>
      }
      description={when === null ? undefined : t('Sent when {when}', { when })}
      checked={covered || value.includes(name)}
      disabled={covered}
      onChange={() => onToggle(name)}
    />
  )
}
