/** The form of a report in the console: names to tick, a few numbers, what is told in confidence. */
import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import type { ReportForm } from '../../../src/modules/group-reports/form-view.ts'
import { useAction, useView } from '../api/use-offers.ts'
import { dayOfWeek, timeOfDay } from '../formats/dates.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useKeptValues } from '../forms/use-kept-values.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Notice } from '../parts/notice.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { LentLink, LinkButtonWithDialog } from '../shell/lent-link.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { filledOf, NAMES, saidOf, type Typed, unreadOffering, withoutCareNote } from './report-typed.ts'

function ReportFormPage() {
  const id = useId()
  const form = useView('report_form', { meeting_id: id ?? 0 }, id !== undefined)
  if (id === undefined) return <NotFound />
  if (form.data === undefined) {
    return (
      <Page title={t('Group report')}>
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
          <Fields key={meeting.id} form={form.data} latest={async () => (await form.refetch()).data} />
        )}
        <LinkSection meeting={meeting.id} />
      </Stack>
    </Page>
  )
}

interface FieldsProps {
  form: ReportForm
  typed: Typed
  /** True when what was typed earlier was found again. */
  restored: boolean
  /** By field, what is wrong. */
  beside: Partial<Record<string, string>>
  change(changed: Partial<Typed>): void
}

/** @param latest the form as it is by now */
function Fields({ form, latest }: { form: ReportForm; latest: () => Promise<ReportForm | undefined> }) {
  const { meeting, report } = form
  const currency = report?.currency ?? form.currency
  // Kept on this device: who fills it in has a phone, in a house without a connection.
  const {
    values: filled,
    restored,
    ...kept
  } = useKeptValues(`group_reports/of_meeting/${meeting.id}`, filledOf(form), {
    // Of a report that was handed in and returned since, what was typed before is no longer meant.
    fits: base => (base.returned_because ?? null) === filledOf(form).returned_because,
    shown: withoutCareNote,
  })
  const { typed, opened, care_note_version } = filled
  const { mutateAsync, error, isPending } = useAction('group_reports.submit')
  const change = (changed: Partial<Typed>) => kept.change({ typed: { ...typed, ...changed } })
  const [unread, setUnread] = useState<{ offering?: string }>({})
  const send = async (status: 'draft' | 'submitted') => {
    const found = unreadOffering(typed, currency)
    setUnread(found)
    if (found.offering !== undefined) return
    let now = filled
    try {
      await mutateAsync(saidOf({ typed, care_note_version, opened, meeting_id: meeting.id, currency, status }))
      // A care note that was saved is kept: it is not sent once more.
      const saved = status === 'draft' ? { ...typed, care_note: '' } : typed
      now = { ...filled, typed: saved, opened: typed.not_held ? opened : { ...opened, was: typed.came } }
      kept.begin(now)
      notifications.show({
        message: status === 'draft' ? t('Saved. It is not handed in yet.') : t('Thank you. The report is handed in.'),
      })
    } catch (refused) {
      // The form shows it, and stays.
      if (sortErrors(refused as Error, NAMES).beside.care_note === undefined) return
    }
    // Who was told of another's care note decides; what was saved here is known.
    const known = (await latest())?.care_note_version ?? care_note_version
    if (now === filled) kept.change({ care_note_version: known })
    else kept.begin({ ...now, care_note_version: known })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send('submitted')
  }
  const fields = { form, typed, restored, change, beside: { ...sortErrors(error, NAMES).beside, ...unread } }
  return (
    <form onSubmit={submit}>
      <Stack>
        {report?.returned_because && (
          <Notice colour="yellow" title={t('Please look at this again')}>
            {report.returned_because}
          </Notice>
        )}
        <RestoredNotice shown={restored} onDiscard={() => kept.begin(filledOf(form))} />
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

function Notes({ form, typed, restored, beside, change }: FieldsProps) {
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
          restored && typed.care_note === ''
            ? t('A care note is never kept on a device. If you had written one, please write it again.')
            : form.has_care_note
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
  came: readonly number[]
  onChange(came: readonly number[]): void
}

function CameField({ members, came, onChange }: CameProps) {
  const toggle = (id: number): void => onChange(came.includes(id) ? came.filter(one => one !== id) : [...came, id])
  return (
    <Checkbox.Group label={t('Who came?')} value={came.map(String)}>
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
  const { may } = useMembership()
  if (!may('report_link')) return null
  return (
    <Group>
      <LinkButtonWithDialog title={t('Link for the leader')}>
        <ReportLink meeting={meeting} />
      </LinkButtonWithDialog>
    </Group>
  )
}

function ReportLink({ meeting }: { meeting: number }) {
  const { may } = useMembership()
  const link = useView('report_link', { meeting_id: meeting })
  const { act, pending } = useNotifiedAction('group_reports.revoke_links', t('Not renewed'))
  const renew = { pending, act: (done: string): void => void act({ meeting_id: meeting }, done) }
  return (
    <LentLink
      link={link}
      renew={may('group_reports.revoke_links') ? renew : undefined}
      says={when =>
        t(
          'Whoever has this link can hand in this report without an account. It shows the names of the members, and works until {when}.',
          { when },
        )
      }
    />
  )
}

/** What the church's pages show of it. */
export const page = explained(ReportFormPage, {
  says: t('What to tell of a meeting of your group: who came, what was given, and anything your pastor should know.'),
  chapter: 'groups-and-classes#reports',
})
