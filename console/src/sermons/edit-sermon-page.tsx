/** Changes what is known of a sermon. */
import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { useAction } from '../api/use-offers.ts'
import { useRecord } from '../api/use-records.ts'
import type { Sermon } from '../api-types.ts'
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
import { changeOf, FIELDS, SermonFields, valuesOf } from './sermon-form.tsx'

export function EditSermonPage() {
  const id = useId()
  const sermon = useRecord('sermons', id)
  return (
    <RecordFrame id={id} record={sermon} title={t('Edit')} back={{ path: '/sermons', label: t('Sermons') }}>
      {data => <EditForm key={data.id} sermon={data} />}
    </RecordFrame>
  )
}

function EditForm({ sermon }: { sermon: Sermon }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const back = `/sermons/${sermon.id}`
  const draft = useDraftForm(`sermons/${sermon.id}`, valuesOf(sermon))
  const { form } = draft
  const update = useAction('sermons.update')
  const save = (): void =>
    update.mutate(
      { id: sermon.id, ...changeOf(draft.base, form.values) },
      {
        onSuccess: ({ title }) => {
          draft.drop()
          notifications.show({ message: t('{title} was updated.', { title }) })
          navigate(path(back), { replace: true })
        },
        onError: error => {
          form.setErrors(sortErrors(error, FIELDS).beside)
          focusFirstError()
        },
      },
    )
  return (
    <Page title={t('Edit {title}', { title: sermon.title })} back={{ path: back, label: sermon.title }} maw={860}>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <SermonFields form={form} />
          <SaveProblem error={update.error} fields={FIELDS} onRetry={save} />
          <FormActions label={t('Save')} busy={update.isPending} cancel={back} onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}
