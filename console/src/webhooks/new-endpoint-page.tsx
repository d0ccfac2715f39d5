/** Makes an endpoint, then shows its secret once. */
import { Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { NewEndpoint } from '../../../src/webhooks/endpoints.ts'
import { useOperation } from '../api/use-operations.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { ShownOnce } from '../settings/shown-once.tsx'
import { LinkButton } from '../shell/link-button.tsx'
import { Page } from '../shell/page.tsx'
import { EndpointFields, type EndpointValues, NO_ENDPOINT } from './endpoint-form.tsx'

const BACK = { path: '/settings/webhooks', label: 'Webhooks' }

const FIELDS = Object.keys(NO_ENDPOINT)

export function NewEndpointPage() {
  const draft = useDraftForm('endpoints/new', NO_ENDPOINT)
  const { form } = draft
  const create = useOperation<EndpointValues, NewEndpoint>('endpoints.create')
  const send = (): void =>
    create.mutate(form.getValues(), {
      onSuccess: () => {
        draft.drop()
        notifications.show({ message: 'The endpoint is added.' })
      },
      onError: error => {
        form.setErrors(sortErrors(error, FIELDS).beside)
        focusFirstError()
      },
    })
  if (create.data) return <Made endpoint={create.data} />
  return (
    <Page title="Add an endpoint" back={BACK} maw={860}>
      <form onSubmit={form.onSubmit(send)} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <EndpointFields form={form} />
          <SaveProblem error={create.error} fields={FIELDS} onRetry={send} />
          <FormActions label="Add an endpoint" busy={create.isPending} cancel={BACK.path} onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}

function Made({ endpoint }: { endpoint: NewEndpoint }) {
  return (
    <Page title="The endpoint is added" back={BACK} maw={860}>
      <Stack>
        <ShownOnce
          label="Signing secret"
          secret={endpoint.secret}
          advice="Your receiver checks with it that events come from here. It can be revealed on the endpoint's page, after your password."
        />
        <Text size="sm">
          Events are posted to {endpoint.url} from now on. Send a test event to see whether they arrive.
        </Text>
        <div>
          <LinkButton to={`/settings/webhooks/${endpoint.id}`}>To the endpoint</LinkButton>
        </div>
      </Stack>
    </Page>
  )
}
