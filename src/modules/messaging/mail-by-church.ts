/** Mails a letter of this service through the mail server that the church has set for its own messages. */
import type { Church } from '../../resource/caller.ts'
import type { Reading } from '../../resource/services.ts'
import { languageFor } from '../../texts/spoken.ts'
import { activeAccounts } from './provider-accounts.ts'
import { smtp } from './providers/smtp.ts'

const TIMEOUT_MS = 8_000

/** A letter to one address; it is no message of the church's log. */
export interface Letter {
  /** Unlike that of any other: receivers know by it what comes twice. */
  name: string
  to: string
  subject: string
  text: string
}

/** @returns whether the server took it; undefined where the church has no mail server of its own */
export async function mailByChurch(
  { read, vault, config, network }: Pick<Reading, 'read' | 'vault' | 'config' | 'network'>,
  church: Church,
  { name, to, subject, text }: Letter,
): Promise<boolean | undefined> {
  const [account] = await activeAccounts(read, vault, [smtp], { church, channel: 'email' })
  if (account === undefined) return undefined
  const { id, slug, name: called } = church
  const { values, public_only } = account
  const sent = await smtp.send(
    {
      church: { id, slug, name: called },
      message_id: 0,
      name,
      channel: 'email',
      to,
      subject,
      body: text,
      unsubscribe_url: null,
      language: languageFor(church),
      callback_url: null,
      timeout: TIMEOUT_MS,
    },
    { values, ...(public_only && { publicOnly: { allowLoopback: config.webhookAllowInsecure } }) },
    network,
  )
  return sent.taken
}
