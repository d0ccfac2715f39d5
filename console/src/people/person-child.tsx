/** For whoever looks after a child: grade, notes, photos, whom to call. What is said in confidence is shown by a press, which is logged. */
import { Anchor, Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ShownDetails } from '../../../src/modules/child-details/of-person.ts'
import { reasonOf } from '../api/refusal.ts'
import { useAction, useView } from '../api/use-offers.ts'
import type { Person } from '../api-types.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { LoadProblem } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Details } from '../parts/details.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'
import { DetailsDialog } from './person-child-dialog.tsx'

const LONGEST_CARE_NOTE = 1_000

const NOTHING: ShownDetails = {
  grade: null,
  label_note: null,
  photo_ok: null,
  emergency_name: null,
  emergency_phone: null,
  has_care_note: false,
}

function PersonChild({ person }: { person: Person }) {
  const { may } = useMembership()
  const child = useView('person_child', { person_id: person.id })
  const [opened, dialog] = useDisclosure(false)
  const data = child.isPlaceholderData ? undefined : child.data
  const change = may('child_details.set') && person.deleted_at === null && data && (
    <Group gap="md">
      <TextLink to="/child_details" size="sm">
        {t('All children')}
      </TextLink>
      <Button size="compact-sm" variant="subtle" onClick={dialog.open}>
        {t('Change details')}
      </Button>
    </Group>
  )
  return (
    <Section title={t('For children')} actions={change}>
      {!data && !child.error && <Skeleton height={60} />}
      {child.error && <LoadProblem error={child.error} onRetry={() => child.refetch()} />}
      {data && <Child person={person} details={data.details} />}
      {opened && data && <DetailsDialog person={person} {...data} onClose={dialog.close} />}
    </Section>
  )
}

const photos = (ok: boolean | null): string | null => (ok === null ? null : ok ? t('Yes') : t('No'))

function Child({ person, details }: { person: Person; details: ShownDetails | null }) {
  const { grade, label_note, photo_ok, emergency_name, emergency_phone, has_care_note } = details ?? NOTHING
  const call = emergency_phone && <Anchor href={`tel:${emergency_phone}`}>{emergency_phone}</Anchor>
  return (
    <Stack gap="sm" align="flex-start">
      <Details
        details={[
          { label: t('Grade'), value: grade },
          { label: t('Note on labels'), value: label_note },
          { label: t('May be photographed'), value: photos(photo_ok) },
          { label: t('Whom to call'), value: emergency_name },
          { label: t('Number to call'), value: call },
        ]}
      />
      <CareNote key={person.id} person={person} exists={has_care_note} />
    </Stack>
  )
}

/** Kept on this page alone, and gone with it. */
function CareNote({ person, exists }: { person: Person; exists: boolean }) {
  const read = useAction('child_details.read_care_note')
  const [opened, dialog] = useDisclosure(false)
  const [shown, note] = [read.data !== undefined, read.data?.care_note ?? '']
  const show = () => read.mutate({ person_id: person.id })
  // Somebody may have changed it meanwhile: what is shown afterwards is read anew.
  function close(): void {
    dialog.close()
    read.reset()
  }
  return (
    <Stack gap="xs" align="flex-start" w="100%">
      <Problem>{read.error && reasonOf(read.error)}</Problem>
      {shown && exists && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} role="status">
          {note}
        </Text>
      )}
      {exists && !shown && (
        <BusyButton size="xs" variant="default" busy={read.isPending} onClick={show}>
          {t('Show the care note')}
        </BusyButton>
      )}
      {exists && !shown && (
        <Text size="xs" c="dimmed">
          {t('It was told in confidence. That you read it is kept in the audit log.')}
        </Text>
      )}
      {person.deleted_at === null && (shown || !exists) && (
        <Button size="xs" variant="default" onClick={dialog.open}>
          {exists ? t('Change the care note') : t('Add a care note')}
        </Button>
      )}
      {opened && (
        <CareNoteDialog person={person} note={note} version={read.data?.version} onClose={close} onDone={close} />
      )}
    </Stack>
  )
}

interface CareNoteDialogProps {
  person: Person
  note: string
  /** Of the note that is shown; undefined where there is none. */
  version: number | undefined
  onDone(): void
  onClose(): void
}

/** What is typed is not kept in the browser. */
function CareNoteDialog({ person, note, version, onDone, onClose }: CareNoteDialogProps) {
  return (
    <ActionDialog
      action="child_details.set_care_note"
      title={t('Care note on {full_name}', { full_name: person.full_name })}
      submit={t('Save')}
      initial={{ care_note: note }}
      input={({ care_note }) => ({
        person_id: person.id,
        care_note: care_note.trim() || null,
        ...(version !== undefined && { version }),
      })}
      done={() => t('Care note saved.')}
      onDone={onDone}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <Textarea
          label={t('Care note')}
          description={t(
            'What parents tell you in confidence. It is stored sealed, stands on no label and in no export, and only staff can read it.',
          )}
          autosize
          minRows={4}
          maxLength={LONGEST_CARE_NOTE}
          value={values.care_note}
          error={errors.care_note}
          onChange={event => change({ care_note: event.currentTarget.value })}
          data-autofocus
        />
      )}
    </ActionDialog>
  )
}

/** On the page of a person. */
export const personChild: PagePart<{ person: Person }> = { needs: 'person_child', Part: PersonChild }
