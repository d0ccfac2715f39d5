/** Changes an endpoint. */
import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import { useAction, useView } from '../api/use-offers.ts'
import { changesOf } from '../forms/draft.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { EndpointFields, type EndpointValues } from './endpoint-form.tsx'
import { nameOf } from './endpoint-words.ts'

function EditEndpointPage() {
  const id = useId()
  const endpoint = useView('endpoint', { id }, id !== undefined)
  return (
    <RecordFrame
      id={id}
      record={endpoint}
      title={t('Edit endpoint')}
      back={{ path: '/settings/webhooks', label: t('Webhooks') }}
    >
      {data => <EditForm key={data.id} endpoint={data} />}
    </RecordFrame>
  )
}

function EditForm({ endpoint }: { endpoint: Endpoint }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const { id, url, description, events } = endpoint
  const back = `/settings/webhooks/${id}`
  const draft = useDraftForm<EndpointValues>(`endpoints/${id}`, { url, description: description ?? '', events })
  const { form } = draft
  const fields = Object.keys(draft.base)
  const update = useAction('endpoints.update')
  const send = (): void =>
    update.mutate(
      { id, ...changesOf(draft.base, form.getValues()) },
      {
        onSuccess: () => {
          draft.drop()
          notifications.show({ message: t('The endpoint was updated.') })
          navigate(path(back), { replace: true })
        },
        onError: error => {
          form.setErrors(sortErrors(error, fields).beside)
          focusFirstError()
        },
      },
    )
  return (
    <Page title={t('Edit endpoint')} back={{ path: back, label: nameOf(endpoint) }} maw={860}>
      <form onSubmit={form.onSubmit(send)} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <EndpointFields form={form} />
          <SaveProblem error={update.error} fields={fields} onRetry={send} />
          <FormActions label={t('Save')} busy={update.isPending} cancel={back} onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(EditEndpointPage, {
  says: t('Change where events are sent, or which of them.'),
  chapter: 'who-sees-what',
})
