/** The events of messages that come in, of opting out and of devices (spec, Events). */
import { specified } from '../../events/specified.ts'
import { object } from '../../resource/event.ts'

const id = { type: 'integer' } as const
const text = { type: 'string' } as const
const moment = { type: 'string', format: 'date-time' } as const
const person_id = { type: ['integer', 'null'], description: 'Who on record has the address' } as const

export const inboxReceived = specified(
  'messaging.inbox_received',
  object({
    id,
    channel: { enum: ['sms', 'whatsapp'] },
    from: text,
    to: text,
    person_id,
    body: text,
    received_at: moment,
  }),
)

export const unsubscribed = specified(
  'messaging.unsubscribed',
  object({
    channel: { enum: ['sms', 'whatsapp', 'email'] },
    address: text,
    person_id,
    by: { enum: ['reply', 'link'] },
    keyword: { type: ['string', 'null'], description: 'The word that was answered' },
    unsubscribed_at: moment,
  }),
)

export const deviceRegistered = specified(
  'nativeapp.device_registered',
  object({ id, person_id: id, kind: { enum: ['fcm'] }, name: { type: ['string', 'null'] }, created_at: moment }),
)
