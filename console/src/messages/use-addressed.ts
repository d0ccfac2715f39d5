/** Takes channel and recipients of a new message from its address. */
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { useRecord } from '../api/use-records.ts'
import { foundIn } from '../forms/found.ts'
import { useShownResource } from '../forms/found-records.ts'
import type { DraftForm } from '../forms/use-draft-form.ts'
import { t } from '../texts/t.ts'
import { CHANNELS } from './channels.ts'
import type { MessageValues } from './message-values.ts'
import { withRecipients } from './recipients.ts'

/** `channel`, and one of `person_id`, `to` (a reply to somebody who is not on record) and `filter`. */
export function useAddressed({ form }: DraftForm<MessageValues>): void {
  const [search] = useSearchParams()
  const person = useRecord('people', Number(search.get('person_id')) || undefined).data
  const people = useShownResource('people')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, before anything is typed
  useEffect(() => {
    const channel = CHANNELS.find(one => one === search.get('channel'))
    if (channel !== undefined) form.setFieldValue('channel', channel)
    const filter = search.get('filter')
    if (filter !== null) form.setFieldValue('filter', filter)
    else if (search.has('person_id') || search.has('to')) form.setFieldValue('filter', null)
    const to = search.get('to')
    if (to) {
      const recipient = { to, title: to, detail: t('Not on record') }
      form.setFieldValue('recipients', before => withRecipients(before, [recipient]))
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the person is known
  useEffect(() => {
    if (person === undefined || people === undefined) return
    const { title, detail } = foundIn(people)({ ...person })
    form.setFieldValue('recipients', before => withRecipients(before, [{ person_id: person.id, title, detail }]))
  }, [person?.id, people === undefined])
}
