/** Adds a family. */
import { Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useWrites } from '../api/use-writes.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'

const FIELDS = ['name', 'address', 'phone', 'branch_id']

const EMPTY = { name: '', address: '', phone: '', branch_id: null as number | null }

export function NewFamilyPage() {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const writes = useWrites()
  const draft = useDraftForm('families/new', EMPTY)
  const { form } = draft
  const save = useMutation({
    mutationFn: () => {
      const { name, address, phone, branch_id } = form.values
      const body = { name, address: address || null, phone: phone || null, ...(branch_id && { branch_id }) }
      return writes.create('families', body, draft.idempotencyKey)
    },
    onSuccess: ({ data }) => {
      draft.drop()
      notifications.show({ message: t('{name} was added.', { name: data.name }) })
      navigate(path(`/families/${data.id}`), { replace: true })
    },
    onError: error => {
      form.setErrors(sortErrors(error, FIELDS).beside)
      focusFirstError()
    },
  })
  return (
    <Page title={t('Add a family')} back={{ path: '/families', label: t('Families') }} maw={640}>
      <form onSubmit={form.onSubmit(() => save.mutate())}>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <Section title={t('Family')}>
            <Stack>
              <TextInput
                label={t('Name')}
                required
                maxLength={190}
                placeholder={t('Okafor family')}
                {...form.getInputProps('name')}
              />
              <TextInput label={t('Address')} maxLength={500} {...form.getInputProps('address')} />
              <TextInput label={t('Phone')} type="tel" maxLength={40} {...form.getInputProps('phone')} />
              <BranchField {...form.getInputProps('branch_id')} unset={t('Default branch')} />
            </Stack>
          </Section>
          <SaveProblem error={save.error} fields={FIELDS} onRetry={() => save.mutate()} />
          <FormActions label={t('Add family')} busy={save.isPending} cancel="/families" onCancel={draft.drop} />
        </Stack>
      </form>
    </Page>
  )
}
