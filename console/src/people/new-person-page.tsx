/** Adds a person; says so when the email or phone is on record already. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useWrites } from '../api/use-writes.ts'
import type { Person } from '../api-types.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { PersonFields } from './person-fields.tsx'
import { creationOf, newValues } from './person-values.ts'

const BACK = '/people'

export function NewPersonPage() {
  const { church, path } = useMembership()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const writes = useWrites()
  const draft = useDraftForm('people/new', newValues(church.country, Number(search.get('family_id')) || null))
  const { form, idempotencyKey } = draft
  const names = Object.keys(form.values)
  const [known, setKnown] = useState<Person>()

  function added(person: Person): void {
    draft.drop()
    notifications.show({ message: t('{full_name} was added.', { full_name: person.full_name }) })
    navigate(path(`/people/${person.id}`), { replace: true })
  }

  const save = useMutation({
    mutationFn: (dedupe: boolean) => {
      // Adding the same person in spite of the one on record is another request.
      const key = dedupe ? idempotencyKey : `${idempotencyKey}-again`
      return writes.create('people', creationOf(form.values, dedupe), key)
    },
    onMutate: () => setKnown(undefined),
    onSuccess: ({ data, meta }) => (meta?.duplicate ? setKnown(data) : added(data)),
    onError: error => {
      form.setErrors(sortErrors(error, names).beside)
      focusFirstError()
    },
  })
  return (
    <Page title={t('Add a person')} back={{ path: BACK, label: t('People') }} maw={860}>
      <form onSubmit={form.onSubmit(() => save.mutate(true))}>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <PersonFields form={form} unsetBranch={t('Default branch')} />
          {known && <OnRecord person={known} onAdd={() => save.mutate(false)} />}
          <SaveProblem error={save.error} fields={names} onRetry={() => save.mutate(save.variables ?? true)} />
          <FormActions label={t('Add person')} busy={save.isPending} cancel={BACK} onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}

function OnRecord({ person, onAdd }: { person: Person; onAdd(): void }) {
  return (
    <Alert color="yellow" role="alert" title={t('This email or phone number is already on record')}>
      <Text size="sm" mb="xs">
        It belongs to <TextLink to={`/people/${person.id}`}>{person.full_name}</TextLink>. No new person was added.
      </Text>
      <Group>
        <Button size="xs" variant="default" onClick={onAdd}>
          {t('Add as a different person')}
        </Button>
      </Group>
    </Alert>
  )
}
