/** The form that adds a record, and the one that changes it; what is typed is kept until it is saved. */
import { SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { useDeclaredForm } from '../api/use-offers.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { type DraftForm, useDraftForm } from '../forms/use-draft-form.ts'
import { type ShownField, type ShownForm, type ShownResource, useDeclaredRecord } from '../house/house.ts'
import { useAddress } from '../lists/use-address.ts'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { type Entry, FieldInput } from './field-input.tsx'
import { titleOf } from './field-value.tsx'
import { changeOf, creationOf, filledOf, inWords, isLong, type Typed, typedOf } from './typed.ts'

/** What other systems fill in: people are not asked for it. */
const ASKED_OF_NOBODY = ['source']

/** They have pages of their own: more than a line in a form. */
const NOT_TYPED: readonly ShownField['kind'][] = ['custom', 'ids']

const askedOf = (form: ShownForm): ShownField[] =>
  form.fields.filter(({ name, kind }) => !ASKED_OF_NOBODY.includes(name) && !NOT_TYPED.includes(kind))

export function DeclaredNewPage({ resource, form }: { resource: ShownResource; form: ShownForm }) {
  const phrases = phrasesOf(resource)
  const [parameters] = useAddress()
  return (
    <RecordForm
      // What the address says is filled in: the group of a member, say.
      key={parameters.toString()}
      resource={resource}
      form={form}
      initial={filledOf(askedOf(form), parameters)}
      title={t(phrases.add)}
      back={{ path: `/${resource.name}`, label: t(phrases.many) }}
    />
  )
}

export function DeclaredEditPage({ resource, form }: { resource: ShownResource; form: ShownForm }) {
  const id = useId()
  const record = useDeclaredRecord(resource.name, id)
  const { church } = useMembership()
  const phrases = phrasesOf(resource)
  const back = { path: `/${resource.name}`, label: t(phrases.many) }
  return (
    <RecordFrame id={id} record={record} title={t(phrases.edit)} back={back}>
      {data => (
        <RecordForm
          resource={resource}
          form={form}
          initial={typedOf(askedOf(form), data, String(data.currency ?? church.currency))}
          id={data.id}
          title={t(phrases.edit)}
          back={{ path: `/${resource.name}/${data.id}`, label: titleOf(resource, data, church) }}
        />
      )}
    </RecordFrame>
  )
}

interface RecordFormProps {
  resource: ShownResource
  form: ShownForm
  initial: Typed
  /** Of the record that is changed; none where one is added. */
  id?: number
  title: string
  back: { path: string; label: string }
}

function RecordForm({ resource, form: declared, initial, id, title, back }: RecordFormProps) {
  const { name } = resource
  const phrases = phrasesOf(resource)
  const fields = askedOf(declared)
  const names = fields.map(field => field.name)
  const { church, path } = useMembership()
  const [, navigate] = useLocation()
  const [parameters] = useAddress()
  const begun = parameters.size === 0 ? '' : `?${parameters}`
  const draft = useDraftForm(id === undefined ? `${name}/new${begun}` : `${name}/${id}/edit`, initial)
  const { form } = draft
  const save = useDeclaredForm(name, declared.action, id)
  const press = (): void => {
    const { values } = form
    const currency = String(values.currency || church.currency)
    const body =
      id === undefined ? creationOf(fields, values, currency) : changeOf(fields, values, draft.base, currency)
    save.mutate(
      { body, idempotencyKey: draft.idempotencyKey },
      {
        onSuccess: saved => {
          draft.drop()
          notifications.show({ message: declared.done ?? t(phrases.saved) })
          navigate(path(`/${name}/${saved.id}`), { replace: true })
        },
        onError: error => {
          form.setErrors(inWords(sortErrors(error, names).beside, fields))
          focusFirstError()
        },
      },
    )
  }
  return (
    <Page title={title} back={back} maw={760}>
      <form onSubmit={form.onSubmit(press)} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <Section title={t(phrases.one)}>
            <FormFields fields={fields} entry={entryOf(draft)} />
          </Section>
          <SaveProblem error={save.error} fields={names} onRetry={press} />
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

/** The form, as inputs of fields know it. */
const entryOf = ({ form }: DraftForm<Typed>): Entry => ({
  values: form.values,
  errors: form.errors as Entry['errors'],
  change: changed => {
    for (const [name, value] of Object.entries(changed)) form.setFieldValue(name, value ?? null)
  },
})

/** What it is called or says comes first, then short fields side by side, other long texts, and switches at the end. */
function FormFields({ fields, entry }: { fields: readonly ShownField[]; entry: Entry }) {
  const place = (field: ShownField): 'first' | 'short' | 'long' | 'switch' => {
    if (field.required && (field.kind === 'line' || isLong(field))) return 'first'
    return isLong(field) ? 'long' : field.kind === 'switch' ? 'switch' : 'short'
  }
  const inputs = (wanted: ReturnType<typeof place>) =>
    fields
      .filter(field => place(field) === wanted)
      .map(field => <FieldInput key={field.name} field={field} entry={entry} />)
  return (
    <Stack>
      {inputs('first')}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>{inputs('short')}</SimpleGrid>
      {inputs('long')}
      {inputs('switch')}
    </Stack>
  )
}
