/** Saves what is typed into a form that is drawn: what is sent of it, and what is said when it is saved. */
import { useState } from 'react'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { request } from '../api/request.ts'
import { useSending } from '../api/use-offers.ts'
import { sortErrors } from '../forms/field-errors.ts'
import type { AnyRecord, ShownField, ShownForm, ShownResource } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { isNamed } from './field-value.tsx'
import { changeOf, creationOf, inWords, type Typed, unreadAmounts } from './typed.ts'

/** They have pages of their own: more than a line in a form. */
const NOT_TYPED: readonly ShownField['kind'][] = ['ids']

/** The fields that a form asks for. */
export const askedOf = (form: ShownForm): ShownField[] => form.fields.filter(({ kind }) => !NOT_TYPED.includes(kind))

/** What is typed, with what it began with. */
interface Filled {
  values: Typed
  base: Typed
  idempotencyKey: string
  /** What a creation sends that nobody types. */
  more?: Readonly<Record<string, unknown>>
}

interface WhatFollows {
  saved(id: number, said: string): void
  /** It was on record already: none was added. */
  wasThere?(record: AnyRecord): void
  refused?(errors: Record<string, string>): void
}

/** What is sent. */
interface Sent {
  body: Readonly<Record<string, unknown>>
  idempotencyKey: string
}

/** What became of it. */
interface Saved {
  record: AnyRecord
  /** It was on record already: none was added. */
  wasThere: boolean
}

/**
 * Sends a form to the action that it names, or else to the resource itself; the server checks what it holds, for it declared it.
 * @param id of the record that is changed; undefined where one is added
 */
async function save(
  slug: string,
  { name }: ShownResource,
  { action }: ShownForm,
  id: number | undefined,
  { body, idempotencyKey }: Sent,
): Promise<Saved> {
  if (action !== null) {
    const sent = { method: 'POST', body: id === undefined ? body : { id, ...body } } as const
    return { record: (await request<AnyRecord>(`/${slug}/actions/${action}`, sent)).data, wasThere: false }
  }
  const path = `/${slug}/${name}`
  const answer = await (id === undefined
    ? request<AnyRecord, { duplicate?: boolean }>(path, { method: 'POST', body, idempotencyKey })
    : request<AnyRecord, undefined>(`${path}/${id}`, { method: 'PATCH', body }))
  return { record: answer.data, wasThere: answer.meta?.duplicate === true }
}

/** @param record that is changed; none where one is added */
export function useSaving(resource: ShownResource, form: ShownForm, record?: AnyRecord) {
  const fields = askedOf(form)
  const { church } = useMembership()
  const { mutate, error, isPending } = useSending((slug, sent: Sent) => save(slug, resource, form, record?.id, sent))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const currencyOf = (values: Typed): string => String(values.currency || (record?.currency ?? church.currency))

  /** What is said: what was named, by its name. */
  function said({ [resource.title ?? '']: name }: Readonly<Record<string, unknown>>): string {
    if (form.done !== null) return form.done
    if (!isNamed(resource) || typeof name !== 'string' || name === '') return t(phrasesOf(resource).saved)
    return record === undefined ? t('{name} was added.', { name }) : t('{name} was updated.', { name })
  }

  function send({ values, base, idempotencyKey, more }: Filled, { saved, wasThere, refused }: WhatFollows): void {
    const currency = currencyOf(values)
    const body =
      record === undefined
        ? { ...creationOf(fields, values, currency), ...more }
        : changeOf(fields, values, base, currency, record)
    setErrors({})
    mutate(
      { body, idempotencyKey },
      {
        onSuccess: answer =>
          answer.wasThere && wasThere
            ? wasThere(answer.record)
            : saved(answer.record.id, said({ ...values, ...answer.record })),
        onError: problem => {
          const { beside } = sortErrors(
            problem,
            fields.map(({ name }) => name),
          )
          const found = { ...inWords(beside, fields), ...unreadAmounts(fields, values, currency) }
          setErrors(found)
          refused?.(found)
        },
      },
    )
  }
  return { fields, currencyOf, send, error, errors, isPending }
}
