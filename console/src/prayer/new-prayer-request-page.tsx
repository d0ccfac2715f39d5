/** Adds a prayer request. */
import { Autocomplete, Checkbox, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useWrites } from '../api/use-writes.ts'
import type { PrayerRequestCreate } from '../api-types.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'

const EMPTY = {
  body: '',
  person_id: null as number | null,
  name: '',
  email: '',
  phone: '',
  category: '',
  branch_id: null as number | null,
  is_urgent: false,
  is_public: false,
  is_anonymous: false,
}

const FIELDS = Object.keys(EMPTY)

/** What is missing where nobody asks. */
const WHO = 'Choose a person or enter a name, or mark the request as anonymous below'

const CATEGORIES = ['health', 'family', 'work', 'thanksgiving']

function bodyOf(values: typeof EMPTY): PrayerRequestCreate {
  const filled = Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== false)
  return { source: 'console', ...Object.fromEntries(filled), body: values.body }
}

type Form = ReturnType<typeof useDraftForm<typeof EMPTY>>['form']

export function NewPrayerRequestPage() {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const writes = useWrites()
  const draft = useDraftForm('prayer_requests/new', EMPTY)
  const { form } = draft
  const save = useMutation({
    mutationFn: () => writes.create('prayer_requests', bodyOf(form.values), draft.idempotencyKey),
    onSuccess: ({ data }) => {
      draft.drop()
      notifications.show({ message: 'The request was added.' })
      navigate(path(`/prayer_requests/${data.id}`), { replace: true })
    },
    onError: error => {
      form.setErrors(sortErrors(error, FIELDS).beside)
      focusFirstError()
    },
  })
  function submit({ person_id, name, is_anonymous }: typeof EMPTY): void {
    if (person_id === null && name.trim() === '' && !is_anonymous) {
      form.setErrors({ person_id: WHO, name: WHO })
      focusFirstError()
    } else save.mutate()
  }
  return (
    <Page title="Add a prayer request" back={{ path: '/prayer_requests', label: 'Prayer requests' }} maw={760}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <Fields form={form} />
          <SaveProblem error={save.error} fields={FIELDS} onRetry={() => save.mutate()} />
          <FormActions label="Add request" busy={save.isPending} cancel="/prayer_requests" onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}

function Fields({ form }: { form: Form }) {
  return (
    <Section title="Request">
      <Stack>
        <Textarea
          label="What to pray for"
          required
          autosize
          minRows={4}
          maxLength={5000}
          {...form.getInputProps('body')}
        />
        <Who form={form} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Autocomplete
            label="Category"
            data={CATEGORIES}
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps('category')}
          />
          <BranchField {...form.getInputProps('branch_id')} unset="The person's branch, or the default" />
        </SimpleGrid>
        <Checkbox label="Urgent" {...form.getInputProps('is_urgent', { type: 'checkbox' })} />
        <Checkbox
          label="May be shared beyond the prayer team"
          {...form.getInputProps('is_public', { type: 'checkbox' })}
        />
        <Checkbox
          label="Anonymous: do not tell others who asked"
          {...form.getInputProps('is_anonymous', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
  )
}

function Who({ form }: { form: Form }) {
  const { may } = useMembership()
  return (
    <>
      {may('people:read') && (
        <RecordPicker
          resource="people"
          label="Person"
          description="Or enter a name below, unless the request is anonymous"
          value={form.values.person_id}
          error={form.errors.person_id}
          onChange={found => form.setFieldValue('person_id', found?.id ?? null)}
        />
      )}
      {form.values.person_id === null && (
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            label="Name"
            description="If they are not on record"
            maxLength={190}
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Email"
            description="If you know it"
            type="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Phone"
            description="If you know it"
            type="tel"
            maxLength={40}
            {...form.getInputProps('phone')}
          />
        </SimpleGrid>
      )}
    </>
  )
}
