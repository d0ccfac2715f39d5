/** Adds a sermon, as a draft. */
import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { useAction } from '../api/use-offers.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { creationOf, EMPTY, FIELDS, SermonFields } from './sermon-form.tsx'

export function NewSermonPage() {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const draft = useDraftForm('sermons/new', EMPTY)
  const { form } = draft
  const create = useAction('sermons.create')
  const save = (): void =>
    create.mutate(creationOf(form.values), {
      onSuccess: ({ id }) => {
        draft.drop()
        notifications.show({ message: t('The sermon was added as a draft.') })
        navigate(path(`/sermons/${id}`), { replace: true })
      },
      onError: error => {
        form.setErrors(sortErrors(error, FIELDS).beside)
        focusFirstError()
      },
    })
  return (
    <Page title={t('Add a sermon')} back={{ path: '/sermons', label: t('Sermons') }} maw={860}>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <SermonFields form={form} />
          <SaveProblem error={create.error} fields={FIELDS} onRetry={save} />
          <FormActions label={t('Add sermon')} busy={create.isPending} cancel="/sermons" onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}
