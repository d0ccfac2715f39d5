/** The form that adds a record, and the one that changes it; what is typed is kept until it is saved. */
import { SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { aOrAn } from '../formats/words.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { type AnyRecord, type ShownField, type ShownResource, titleOf, useDeclaredRecord } from '../house/house.ts'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { emptyOf, FieldInput, inWords, sentValue, type Typed, typedOf } from './field-input.tsx'

/** Of a new record what is empty is left out: it takes its default. */
function creation(fields: readonly ShownField[], typed: Typed): Record<string, unknown> {
  const filled = fields.filter(({ name, required }) => required || !['', null, false].includes(typed[name] as never))
  return Object.fromEntries(filled.map(field => [field.name, sentValue(field, typed[field.name])]))
}

/** Of a record that is changed, what differs from how it was when the form was opened. */
function change(fields: readonly ShownField[], typed: Typed, base: Typed): Record<string, unknown> {
  const changed = fields.filter(({ name }) => typed[name] !== base[name])
  return Object.fromEntries(
    changed.map(field => [field.name, typed[field.name] === '' ? null : sentValue(field, typed[field.name])]),
  )
}

/** What other systems fill in: people are not asked for it. */
const ASKED_OF_NOBODY = ['source']

const asked = (fields: readonly ShownField[] | null): ShownField[] =>
  (fields ?? []).filter(({ name, kind }) => !ASKED_OF_NOBODY.includes(name) && kind !== 'custom')

export function DeclaredNewPage({ resource }: { resource: ShownResource }) {
  const fields = asked(resource.create)
  return <RecordForm resource={resource} fields={fields} initial={emptyOf(fields)} />
}

export function DeclaredEditPage({ resource }: { resource: ShownResource }) {
  const id = useId()
  const record = useDeclaredRecord(resource.name, id)
  const fields = asked(resource.update)
  const back = { path: `/${resource.name}`, label: titleOf(resource.many) }
  return (
    <RecordFrame id={id} record={record} title={t('Edit {one}', { one: resource.one })} back={back}>
      {data => <RecordForm resource={resource} fields={fields} initial={typedOf(fields, data)} id={data.id} />}
    </RecordFrame>
  )
}

interface RecordFormProps {
  resource: ShownResource
  fields: readonly ShownField[]
  initial: Typed
  /** Of the record that is changed; none where one is added. */
  id?: number
}

function RecordForm({ resource: { name, one, many }, fields, initial, id }: RecordFormProps) {
  const { church, path } = useMembership()
  const [, navigate] = useLocation()
  const draft = useDraftForm(id === undefined ? `${name}/new` : `${name}/${id}/edit`, initial)
  const { form } = draft
  const names = fields.map(field => field.name)
  const save = useMutation({
    mutationFn: () =>
      id === undefined
        ? request<AnyRecord>(`/${church.slug}/${name}`, {
            method: 'POST',
            body: creation(fields, form.values),
            idempotencyKey: draft.idempotencyKey,
          })
        : request<AnyRecord>(`/${church.slug}/${name}/${id}`, {
            method: 'PATCH',
            body: change(fields, form.values, draft.base),
          }),
    onSuccess: ({ data }) => {
      draft.drop()
      void queryClient.invalidateQueries({ queryKey: [church.slug] })
      notifications.show({ message: `${titleOf(one)} saved.` })
      navigate(path(`/${name}/${data.id}`), { replace: true })
    },
    onError: error => {
      form.setErrors(inWords(sortErrors(error, names).beside, fields))
      focusFirstError()
    },
  })
  const [title, back] =
    id === undefined
      ? [`Add ${aOrAn(one)}`, { path: `/${name}`, label: titleOf(many) }]
      : [t('Edit {one}', { one }), { path: `/${name}/${id}`, label: titleOf(one) }]
  return (
    <Page title={title} back={back} maw={760}>
      <form onSubmit={form.onSubmit(() => save.mutate())} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <Section title={titleOf(one)}>
            <FormFields fields={fields} form={form} />
          </Section>
          <SaveProblem error={save.error} fields={names} onRetry={() => save.mutate()} />
          <FormActions
            label={id === undefined ? t('Add') : t('Save')}
            busy={save.isPending}
            cancel={back.path}
            onCancel={draft.drop}
          />
        </Stack>
      </form>
    </Page>
  )
}

/** Long texts first, then short ones side by side, switches at the end. */
function FormFields({
  fields,
  form,
}: {
  fields: readonly ShownField[]
  form: Parameters<typeof FieldInput>[0]['form']
}) {
  const [long, switches] = [
    fields.filter(({ kind, longest }) => kind === 'text' && (longest ?? 0) > 300),
    fields.filter(({ kind }) => kind === 'switch'),
  ]
  const others = fields.filter(field => !long.includes(field) && !switches.includes(field))
  const input = (field: ShownField) => <FieldInput key={field.name} field={field} form={form} />
  return (
    <Stack>
      {long.map(input)}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>{others.map(input)}</SimpleGrid>
      {switches.map(input)}
    </Stack>
  )
}
