/** Changes a person. */
import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useRecord } from '../api/use-records.ts'
import { useWrites } from '../api/use-writes.ts'
import type { Person } from '../api-types.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { PersonFields } from './person-fields.tsx'
import { changeOf, valuesOf } from './person-values.ts'

export function EditPersonPage() {
  const id = useId()
  const person = useRecord('people', id)
  return (
    <RecordFrame id={id} record={person} title={t('Edit')} back={{ path: '/people', label: t('People') }}>
      {data => <EditForm key={data.id} person={data} />}
    </RecordFrame>
  )
}

function EditForm({ person }: { person: Person }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const writes = useWrites()
  const back = `/people/${person.id}`
  const draft = useDraftForm(`people/${person.id}`, valuesOf(person))
  const { form } = draft
  const names = Object.keys(form.values)
  const save = useMutation({
    mutationFn: async () => {
      const body = changeOf(draft.base, form.values, person.custom)
      return Object.keys(body).length === 0 ? person : await writes.update('people', person.id, body)
    },
    onSuccess: changed => {
      draft.drop()
      notifications.show({ message: t('{full_name} was updated.', { full_name: changed.full_name }) })
      navigate(path(back), { replace: true })
    },
    onError: error => {
      form.setErrors(sortErrors(error, names).beside)
      focusFirstError()
    },
  })
  return (
    <Page
      title={t('Edit {full_name}', { full_name: person.full_name })}
      back={{ path: back, label: person.full_name }}
      maw={860}
    >
      <form onSubmit={form.onSubmit(() => save.mutate())}>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <PersonFields form={form} />
          <SaveProblem error={save.error} fields={names} onRetry={() => save.mutate()} />
          <FormActions label={t('Save')} busy={save.isPending} cancel={back} onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}
