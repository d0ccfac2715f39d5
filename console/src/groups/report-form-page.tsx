/** The form of a report in the console: names to tick, a few numbers, what is told in confidence. */
import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import type { ReportForm } from '../../../src/modules/group-reports/form-view.ts'
import { useAction, useView } from '../api/use-offers.ts'
import { dayOfWeek, moment, timeOfDay } from '../formats/dates.ts'
import { minorUnits, typedAmount } from '../formats/money.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'

export function ReportFormPage() {
  const id = useId()
  const form = useView('report_form', { meeting_id: id ?? 0 }, id !== undefined)
  if (id === undefined) return <NotFound />
  if (form.data === undefined) {
    return (
      <Page title={t('Report of a group')}>
        {form.error ? <LoadProblem error={form.error} onRetry={form.refetch} /> : <RowsSkeleton />}
      </Page>
    )
  }
  const { meeting, group_name, report } = form.data
  return (
    <Page title={t('Report: {group}', { group: group_name })}>
      <Stack>
        <Text>{t('{day}, {time}', { day: dayOfWeek(meeting.held_on), time: timeOfDay(meeting.local_time) })}</Text>
        {report?.status === 'submitted' ? (
          <Text role="status">
            {t('This report is handed in.')}{' '}
            <TextLink to={`/group_reports/${report.id}`} underline="always">
              {t('See what it says')}
            </TextLink>
          </Text>
        ) : (
          <Fields key={meeting.id} form={form.data} />
        )}
        <LinkSection meeting={meeting.id} />
      </Stack>
    </Page>
  )
}

/** What is typed, as texts. */
interface Typed {
  came: ReadonlySet<number>
  not_held: boolean
  not_held_reason: string
  present: string
  visitors: string
  first_timers: string
  decisions: string
  offering: string
  topic: string
  note: string
  care_note: string
}

function typedOf({ members, counted, report, currency }: ReportForm): Typed {
  const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
  return {
    came: new Set(members.filter(({ state }) => state === 'present').map(({ person_id }) => person_id)),
    not_held: report?.held === false,
    not_held_reason: text(report?.not_held_reason),
    present: text(counted),
    visitors: text(report?.visitors),
    first_timers: text(report?.first_timers),
    decisions: text(report?.decisions),
    offering: report?.offering == null ? '' : typedAmount(report.offering, report.currency ?? currency),
    topic: text(report?.topic),
    note: text(report?.note),
    care_note: '',
  }
}

const NAMES = [
  'not_held_reason',
  'present',
  'visitors',
  'first_timers',
  'decisions',
  'offering',
  'topic',
  'note',
  'care_note',
]

const numberOf = (text: string): number => (text.trim() === '' ? 0 : /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1)

/** Who stood on the page, and who was ticked when it was opened or last saved. */
interface Opened {
  shown: readonly number[]
  was: ReadonlySet<number>
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  one.size === other.size && [...one].every(id => other.has(id))

/** What is sent of who came: how many, or what was ticked here. What somebody else ticked meanwhile stays. */
function presenceOf({ came, present }: Typed, { shown, was }: Opened) {
  const counted = present.trim() === '' ? {} : { present: numberOf(present) }
  if (present.trim() !== '' && isSame(came, was)) return counted
  return {
    ...counted,
    ...(came.size > 0 && { came_ids: [...came] }),
    ...(shown.length > 0 && { shown_ids: [...shown] }),
    ...(was.size > 0 && { was_ids: [...was] }),
  }
}

interface Sent {
  typed: Typed
  opened: Opened
  meeting_id: number
  currency: string
  status: 'draft' | 'submitted'
}

/** What is sent; an amount that cannot be read is sent as none can be, so that the server names it. */
function saidOf({ typed, opened, meeting_id, currency, status }: Sent) {
  const note = typed.note.trim() || null
  // What was told before stays where nothing is written.
  const care = typed.care_note.trim() === '' ? {} : { care_note: typed.care_note.trim() }
  if (typed.not_held) {
    return { meeting_id, held: false, not_held_reason: typed.not_held_reason.trim() || null, note, ...care, status }
  }
  return {
    meeting_id,
    held: true,
    ...presenceOf(typed, opened),
    visitors: numberOf(typed.visitors),
    first_timers: numberOf(typed.first_timers),
    decisions: numberOf(typed.decisions),
    offering: typed.offering.trim() === '' ? null : (minorUnits(typed.offering, currency) ?? -1),
    currency,
    topic: typed.topic.trim() || null,
    note,
    ...care,
    status,
  }
}

interface FieldsProps {
  form: ReportForm
  typed: Typed
  /** By field, what is wrong. */
  beside: Partial<Record<string, string>>
  change(changed: Partial<Typed>): void
}

function Fields({ form }: { form: ReportForm }) {
  const { meeting, report } = form
  const currency = report?.currency ?? form.currency
  const [typed, setTyped] = useState(() => typedOf(form))
  const [opened, setOpened] = useState<Opened>(() => ({
    shown: form.members.map(({ person_id }) => person_id),
    was: typed.came,
  }))
  const { mutateAsync, error, isPending } = useAction('group_reports.submit')
  const change = (changed: Partial<Typed>) => setTyped(before => ({ ...before, ...changed }))
  const send = async (status: 'draft' | 'submitted') => {
    try {
      await mutateAsync(saidOf({ typed, opened, meeting_id: meeting.id, currency, status }))
      // A care note that was saved is kept: it is not sent once more.
      if (status === 'draft') change({ care_note: '' })
      if (!typed.not_held) setOpened({ ...opened, was: typed.came })
      notifications.show({
        message: status === 'draft' ? t('Saved. It is not handed in yet.') : t('Thank you. The report is handed in.'),
      })
    } catch {
      // The form shows it, and stays.
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send('submitted')
  }
  const fields = { form, typed, change, beside: sortErrors(error, NAMES).beside }
  return (
    <form onSubmit={submit}>
      <Stack>
        {report?.returned_because && (
          <Notice colour="yellow" title={t('Please look at this again')}>
            {report.returned_because}
          </Notice>
        )}
        <SaveProblem error={error} fields={NAMES} />
        <Checkbox
          label={t('The group did not meet')}
          checked={typed.not_held}
          onChange={event => change({ not_held: event.currentTarget.checked })}
        />
        {typed.not_held ? <OneLine {...fields} name="not_held_reason" label={t('Why not?')} /> : <Held {...fields} />}
        <Notes {...fields} />
        <Group>
          <BusyButton type="submit" busy={isPending}>
            {t('Hand in')}
          </BusyButton>
          <Button variant="default" disabled={isPending} onClick={() => void send('draft')}>
            {t('Save for later')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type LineName = 'present' | 'visitors' | 'first_timers' | 'decisions' | 'offering' | 'topic' | 'not_held_reason'

function OneLine({ name, label, typed, beside, change }: FieldsProps & { name: LineName; label: string }) {
  const isText = name === 'topic' || name === 'not_held_reason'
  return (
    <TextInput
      label={label}
      inputMode={isText ? 'text' : name === 'offering' ? 'decimal' : 'numeric'}
      maxLength={190}
      value={typed[name]}
      error={beside[name]}
      onChange={event => change({ [name]: event.currentTarget.value })}
    />
  )
}

/** What is said of a meeting that was held. */
function Held(fields: FieldsProps) {
  const { form, typed, change } = fields
  const currency = form.report?.currency ?? form.currency
  return (
    <>
      <CameField members={form.members} came={typed.came} onChange={came => change({ came })} />
      {form.others > 0 && (
        <Text size="sm" c="dimmed">
          {t(
            '{count, plural, one {# member of another branch is} other {# members of other branches are}} not shown. What is on record of them stays.',
            { count: form.others },
          )}
        </Text>
      )}
      <OneLine {...fields} name="present" label={t('How many came, if you do not tick names')} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <OneLine {...fields} name="visitors" label={t('Visitors')} />
        <OneLine {...fields} name="first_timers" label={t('First-timers among them')} />
        <OneLine {...fields} name="decisions" label={t('Decisions for Christ')} />
        <OneLine {...fields} name="offering" label={t('Offering ({currency})', { currency })} />
      </SimpleGrid>
      <OneLine {...fields} name="topic" label={t('Topic')} />
    </>
  )
}

function Notes({ form, typed, beside, change }: FieldsProps) {
  return (
    <>
      <Textarea
        label={t('Note for those who lead above')}
        autosize
        minRows={2}
        maxLength={2_000}
        value={typed.note}
        error={beside.note}
        onChange={event => change({ note: event.currentTarget.value })}
      />
      <Textarea
        label={t('Care note')}
        description={
          form.has_care_note
            ? t('A care note is kept with this report. What you write here takes its place.')
            : t('Who needs prayer or a visit? Only leaders and the church office read it.')
        }
        autosize
        minRows={2}
        maxLength={2_000}
        value={typed.care_note}
        error={beside.care_note}
        onChange={event => change({ care_note: event.currentTarget.value })}
      />
    </>
  )
}

interface CameProps {
  members: ReportForm['members']
  came: ReadonlySet<number>
  onChange(came: ReadonlySet<number>): void
}

function CameField({ members, came, onChange }: CameProps) {
  const toggle = (id: number): void => {
    const next = new Set(came)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <Checkbox.Group label={t('Who came?')} value={[...came].map(String)}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="xs" spacing="xs">
        {members.map(({ person_id, name }) => (
          <Checkbox key={person_id} value={String(person_id)} label={name} onChange={() => toggle(person_id)} />
        ))}
      </SimpleGrid>
      {members.length === 0 && <Text c="dimmed">{t('Nobody is on the list of this group yet.')}</Text>}
    </Checkbox.Group>
  )
}

function LinkSection({ meeting }: { meeting: number }) {
  const { church, may } = useMembership()
  const [shown, show] = useState(false)
  const link = useView('report_link', { meeting_id: meeting }, shown)
  if (!may('report_link')) return null
  return (
    <Section title={t('Link for the leader')}>
      {link.data === undefined ? (
        <Stack align="flex-start">
          {link.error && <LoadProblem error={link.error} onRetry={link.refetch} />}
          <Button variant="default" onClick={() => show(true)}>
            {t('Show the link')}
          </Button>
        </Stack>
      ) : (
        <Stack>
          <Text size="sm">
            {t(
              'Whoever has this link can hand in this report without an account. It shows the names of the members, and works until {when}.',
              {
                when: moment(link.data.expires_at, church.timezone),
              },
            )}
          </Text>
          <CopyText label={t('Link')} value={link.data.url} />
        </Stack>
      )}
    </Section>
  )
}
