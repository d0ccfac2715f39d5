/** Sends a message, request by request; stops where one fails and goes on from there. */
import { useState } from 'react'
import { Refusal } from '../api/refusal.ts'
import { useWrites, type Writes } from '../api/use-writes.ts'
import type { MessageValues } from './message-values.ts'
import { type Batch, batchesOf, type Recipient } from './recipients.ts'

/** What became of the message for one recipient. */
export interface Result {
  recipient: Recipient
  status: 'sent' | 'delivered' | 'failed' | 'skipped'
  error: string | null
}

/** How far the sending is. */
export interface Sending {
  state: 'idle' | 'sending' | 'stopped' | 'done'
  total: number
  results: readonly Result[]
  error: Error | null
}

const IDLE: Sending = { state: 'idle', total: 0, results: [], error: null }

/** A refusal that is about the recipient is a result, not a failure of the request. */
function refused(error: unknown, batch: Batch): Result[] | undefined {
  if (!(error instanceof Refusal) || (error.code !== 'send_failed' && error.code !== 'recipient_skipped'))
    return undefined
  const status = error.code === 'send_failed' ? 'failed' : 'skipped'
  return batch.recipients.map(recipient => ({ recipient, status, error: error.message }))
}

async function sendBatch(create: Writes['create'], batch: Batch, key: string): Promise<Result[]> {
  try {
    const { data } = await create('messages', batch.body, key)
    const answers = Array.isArray(data) ? data : [data]
    return batch.recipients.map((recipient, index) => {
      const mine =
        answers.find(one => 'person_id' in recipient && one.person_id === recipient.person_id) ?? answers[index]
      return { recipient, status: mine?.status ?? 'sent', error: mine?.error ?? null }
    })
  } catch (error) {
    const results = refused(error, batch)
    if (results === undefined) throw error
    return results
  }
}

/** Sends, tells how far it is, and begins anew. */
export function useSending() {
  const { create } = useWrites()
  const [sending, setSending] = useState<Sending>(IDLE)

  /** @param key the same for the same message: what was sent already is then answered, not sent again */
  async function send({ channel, subject, body, recipients }: MessageValues, key: string): Promise<boolean> {
    const titled = (channel === 'email' || channel === 'push') && subject.trim() !== ''
    const batches = batchesOf({ channel, body, ...(titled && { subject: subject.trim() }) }, recipients)
    const total = recipients.length
    let results: Result[] = []
    setSending({ state: 'sending', total, results, error: null })
    try {
      for (const [index, batch] of batches.entries()) {
        results = [...results, ...(await sendBatch(create, batch, `${key}-${index}`))]
        setSending({ state: 'sending', total, results, error: null })
      }
    } catch (error) {
      setSending({ state: results.length === 0 ? 'idle' : 'stopped', total, results, error: error as Error })
      return false
    }
    setSending({ state: 'done', total, results, error: null })
    return true
  }

  return { sending, send, reset: () => setSending(IDLE) }
}
