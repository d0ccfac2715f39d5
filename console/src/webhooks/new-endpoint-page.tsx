/** Makes an endpoint, then shows its secret once. */
import { Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { NewEndpoint } from '../../../src/webhooks/endpoints.ts'
import { useAction } from '../api/use-offers.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { EndpointFields, NO_ENDPOINT } from './endpoint-form.tsx'

const BACK = { path: '/settings/webhooks', label: t('Webhooks') }

const FIELDS = Object.keys(NO_ENDPOINT)

function NewEndpointPage() {
  const draft = useDraftForm('endpoints/new', NO_ENDPOINT)
  const { form } = draft
  const create = useAction('endpoints.create')
  const send = (): void =>
    create.mutate(form.getValues(), {
      onSuccess: () => {
        draft.drop()
        notifications.show({ message: t('The endpoint was added.') })
      },
      onError: error => {
        form.setErrors(sortErrors(error, FIELDS).beside)
        focusFirstError()
      },
    })
  if (create.data) return <Made endpoint={create.data} />
  return (
    <Page title={t('Add an endpoint')} back={BACK} maw={860}>
      <form onSubmit={form.onSubmit(send)} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <EndpointFields form={form} />
          <SaveProblem error={create.error} fields={FIELDS} onRetry={send} />
          <FormActions label={t('Add endpoint')} busy={create.isPending} cancel={BACK.path} onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}

function Made({ endpoint }: { endpoint: NewEndpoint }) {
  return (
    <Page title={t('The endpoint was added')} back={BACK} maw={860}>
      <Stack>
        <ShownOnce
          label={t('Signing secret')}
          secret={endpoint.secret}
          advice={t(
            "Your system uses it to check that events come from here. You can show it again on the endpoint's page, with your password.",
          )}
        />
        <Text size="sm">
          {t('Events will be sent to {url} from now on. Send a test event to see whether they arrive.', {
            url: endpoint.url,
          })}
        </Text>
        <div>
          <LinkButton to={`/settings/webhooks/${endpoint.id}`}>{t('Go to the endpoint')}</LinkButton>
        </div>
      </Stack>
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(NewEndpointPage, {
  says: t('Where to send what happens, and which events. Whoever runs the other program gives you its address.'),
  chapter: 'who-sees-what',
})
