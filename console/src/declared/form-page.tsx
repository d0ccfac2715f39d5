/** The form that adds a record, and the one that changes it; what is typed is kept until it is saved. */
import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { focusFirstError, sortRefused } from '../forms/field-errors.ts'
import { FormActions } from '../forms/form-actions.tsx'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { type DraftForm, useDraftForm } from '../forms/use-draft-form.ts'
import {
  type AnyRecord,
  type ShownField,
  type ShownForm,
  type ShownResource,
  useDeclaredRecord,
} from '../house/house.ts'
import { useAddress } from '../lists/use-address.ts'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import type { Entry } from './entry.ts'
import type { ExtraParts } from './extra-parts.ts'
import { isNamed, titleOf } from './field-value.tsx'
import { FormSections } from './form-fields.tsx'
import { filledOf, type Typed, typedOf } from './typed.ts'
import { askedOf, useSaving } from './use-saving.ts'

interface NewPageProps {
  resource: ShownResource
  form: ShownForm
  extra: ExtraParts
}

export function DeclaredNewPage({ resource, form, extra }: NewPageProps) {
  const phrases = phrasesOf(resource)
  const { church } = useMembership()
  const [parameters] = useAddress()
  return (
    <RecordForm
      // What the address says is filled in: the group of a member, say.
      key={parameters.toString()}
      resource={resource}
      form={form}
      extra={extra}
      initial={filledOf(askedOf(form), parameters, church)}
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
      {data => {
        const name = titleOf(resource, data, church)
        return (
          <RecordForm
            resource={resource}
            form={form}
            initial={typedOf(askedOf(form), data, String(data.currency ?? church.currency))}
            record={data}
            title={isNamed(resource) ? t('Edit {name}', { name }) : t(phrases.edit)}
            back={{ path: `/${resource.name}/${data.id}`, label: name }}
          />
        )
      }}
    </RecordFrame>
  )
}

interface RecordFormProps {
  resource: ShownResource
  form: ShownForm
  extra?: ExtraParts
  initial: Typed
  /** That is changed; none where one is added. */
  record?: AnyRecord
  title: string
  back: { path: string; label: string }
}

function RecordForm({ resource, form: declared, extra = {}, initial, record, title, back }: RecordFormProps) {
  const { name } = resource
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const [parameters] = useAddress()
  const begun = parameters.size === 0 ? '' : `?${parameters}`
  const kept = record === undefined ? `${name}/new${begun}` : `${name}/${record.id}/edit`
  const draft = useDraftForm(kept, initial)
  const { form, base, idempotencyKey } = draft
  const { fields, currencyOf, send, error, isPending } = useSaving(resource, declared, record, {
    path: `/${kept}`,
    draft: kept,
  })
  useRefused(draft, fields)
  const { OnRecord } = extra
  const [known, setKnown] = useState<AnyRecord>()

  /** @param again also where it is on record already: another request */
  function press(again = false): void {
    setKnown(undefined)
    const saved = (id: number, said: string): void => {
      draft.drop()
      notifications.show({ message: said })
      navigate(path(`/${name}/${id}`), { replace: true })
    }
    const waits = (said: string): void => {
      draft.drop()
      notifications.show({ message: said })
      navigate(path(`/${name}`), { replace: true })
    }
    const refused = (errors: Record<string, string>): void => {
      form.setErrors(errors)
      focusFirstError()
    }
    const filled = { values: form.values, base, idempotencyKey: again ? `${idempotencyKey}-again` : idempotencyKey }
    const more = OnRecord && { dedupe: !again }
    send({ ...filled, ...(more && { more }) }, { saved, waits, refused, wasThere: setKnown })
  }
  const entry = entryOf(draft, currencyOf(form.values), record !== undefined)
  return (
    <Page title={title} back={back} maw={resource.form === null ? 760 : 860}>
      <form onSubmit={form.onSubmit(() => press())} noValidate>
        <Stack>
          <RestoredNotice shown={draft.restored} onDiscard={draft.discard} />
          <FormSections resource={resource} fields={fields} entry={entry} title={t(phrasesOf(resource).one)} />
          {OnRecord && known && <OnRecord record={known} onAdd={() => press(true)} />}
          <SaveProblem error={error} fields={fields.map(field => field.name)} onRetry={() => press()} />
          <FormActions
            label={record === undefined ? t('Add') : t('Save')}
            busy={isPending}
            cancel={back.path}
            onCancel={draft.drop}
          />
        </Stack>
      </form>
    </Page>
  )
}

/** What waited and was not accepted comes back with what the server said of it. */
function useRefused({ form, refused }: DraftForm<Typed>, fields: readonly ShownField[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form is shown
  useEffect(() => {
    const names = fields.map(({ name }) => name)
    form.setErrors(sortRefused(refused, names, fields).beside)
  }, [])
}

/** A form, as inputs of fields know it. */
const entryOf = ({ form }: DraftForm<Typed>, currency: string, isKept: boolean): Entry => ({
  values: form.values,
  errors: form.errors as Entry['errors'],
  currency,
  isKept,
  change: changed => {
    for (const [name, value] of Object.entries(changed)) form.setFieldValue(name, value ?? null)
  },
})
