/** Saves what is typed into a form that is drawn: what is sent of it, and what is said when it is saved. */
import { useState } from 'react'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { drawn } from '../api/addresses.ts'
import { request } from '../api/request.ts'
import { useSending } from '../api/use-offers.ts'
import { sortErrors } from '../forms/field-errors.ts'
import type { AnyRecord, ShownField, ShownForm, ShownResource } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { submit, takeBack } from '../unsent/sending.ts'
import type { Unsent } from '../unsent/store.ts'
import { isNamed } from './field-value.tsx'
import { changeOf, creationOf, isLong, type Typed, unreadAmounts } from './typed.ts'

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
  /** No answer came: it waits on this device. Called where the form can find it again. */
  waits?(said: string): void
  refused?(errors: Record<string, string>): void
}

/** How a form finds what waits again. */
interface Waiting {
  /** Its address within the church. */
  path: string
  /** The name of its draft. */
  draft: string
}

/** What is sent. */
interface Sent {
  body: Readonly<Record<string, unknown>>
  idempotencyKey: string
  values: Typed
}

/** What became of it; null where it waits for a connection. */
type Saved = { record: AnyRecord; wasThere: boolean } | null

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
    const sent = { body: id === undefined ? body : { id, ...body } }
    return { record: (await request(drawn.action(slug, action), sent)).data, wasThere: false }
  }
  const answer = await (id === undefined
    ? request(drawn.addition(slug, name), { body, idempotencyKey })
    : request(drawn.change(slug, name, id), { body }))
  return { record: answer.data, wasThere: answer.meta?.duplicate === true }
}

/** Keeps what is typed on this device until it is on record, and sends it. @throws Error where it is refused: the form still has it */
async function saveOrWait(sent: Omit<Unsent, 'at' | 'tried' | 'state'>): Promise<Saved> {
  const outcome = await submit(sent)
  if (outcome.state === 'sent') return { record: outcome.record, wasThere: false }
  if (outcome.state !== 'refused') return null
  await takeBack(sent.key)
  throw outcome.error
}

/** What it is called while it waits: the beginning of what was written. */
function titleOf({ one }: ShownResource, fields: readonly ShownField[], values: Typed): string {
  const text = fields.map(({ name }) => values[name]).find(value => typeof value === 'string' && value.trim() !== '')
  return t('{record}: {text}', { record: one, text: String(text ?? '').slice(0, 60) })
}

/**
 * @param record that is changed; none where one is added
 * @param waiting where what is added can wait for a connection
 */
export function useSaving(resource: ShownResource, form: ShownForm, record?: AnyRecord, waiting?: Waiting) {
  const fields = askedOf(form)
  const { church, user } = useMembership()
  const canWait = resource.canWait && waiting !== undefined && record === undefined && form.action === null
  const { mutate, error, isPending } = useSending((slug, sent: Sent) => {
    if (!canWait) return save(slug, resource, form, record?.id, sent)
    const { idempotencyKey: key, body, values: typed } = sent
    const title = titleOf(resource, fields.filter(isLong), typed)
    return saveOrWait({ key, user: user.id, church: slug, resource: resource.name, body, title, typed, ...waiting })
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const currencyOf = (values: Typed): string => String(values.currency || (record?.currency ?? church.currency))

  /** What is said: what was named, by its name. */
  function said({ [resource.title ?? '']: name }: Readonly<Record<string, unknown>>): string {
    if (form.done !== null) return form.done
    if (!isNamed(resource) || typeof name !== 'string' || name === '') return t(phrasesOf(resource).saved)
    return record === undefined ? t('{name} was added.', { name }) : t('{name} was updated.', { name })
  }

  function send(
    { values, base, idempotencyKey, more }: Filled,
    { saved, wasThere, waits, refused }: WhatFollows,
  ): void {
    const currency = currencyOf(values)
    const body =
      record === undefined
        ? { ...creationOf(fields, values, currency), ...more }
        : changeOf(fields, values, base, currency, record)
    setErrors({})
    mutate(
      { body, idempotencyKey, values },
      {
        onSuccess: answer => {
          if (answer === null) waits?.(t('Kept on this device. It is sent when there is a connection.'))
          else if (answer.wasThere && wasThere) wasThere(answer.record)
          else saved(answer.record.id, said({ ...values, ...answer.record }))
        },
        onError: problem => {
          const { beside } = sortErrors(
            problem,
            fields.map(({ name }) => name),
            fields,
          )
          const found = { ...beside, ...unreadAmounts(fields, values, currency) }
          setErrors(found)
          refused?.(found)
        },
      },
    )
  }
  return { fields, currencyOf, send, error, errors, isPending }
}
