/** The route that providers call: receipts and messages that come in. */
import type { Db, Tx } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import { NOTHING, type PublicReply, type PublicRoute, plain, type Visitor } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import type { Vault } from '../../vault.ts'
import { findChurch } from '../church/churches.ts'
import { takeIncoming } from './inbox.ts'
import { storable } from './outcomes.ts'
import { type Provider, type ProviderEvent, Unverified } from './provider.ts'
import { accountOfCallback, CALLBACKS } from './provider-accounts.ts'
import { takeReceipt } from './receipts.ts'

/** Longer than any text message can be. */
const MOST_CHARACTERS = 10_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSTORABLE = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Cs}/gu

interface Parts {
  read: Db
  take: TakeStep
  vault: Vault
  providers: readonly Provider[]
  log: Log
}

/**
 * `/callbacks/messages/CHURCH/CHANNEL/TOKEN`. The token is the account's own and secret; beyond it each provider's
 * signature is verified where it has one. What cannot be taken now is answered with an error, so that it is told again.
 */
export function callbackRoute({ read, take, vault, providers, log }: Parts): PublicRoute {
  return {
    root: CALLBACKS,
    secretPath: true,
    unlimited: true,
    async answer(visitor: Visitor): Promise<PublicReply> {
      const [slug = '', channel = '', token = '', ...more] = visitor.path
      const church = more.length > 0 || token === '' ? undefined : await findChurch({ read }, slug)
      if (church === undefined) return NOTHING
      const account = await accountOfCallback(read, vault, providers, { church, channel, token })
      if (account?.provider.receive === undefined) return NOTHING
      try {
        const { happenings, reply } = account.provider.receive(await visitor.request(), { values: account.values })
        const from = { provider: account.provider.name, channel }
        for (const happening of happenings) await take(takeHappening, church, { from, happening })
        return reply ?? plain(200)
      } catch (error) {
        if (!(error instanceof Unverified)) throw error
        log.warn({ church: slug, provider: account.provider.name, why: error.message }, 'A callback was refused')
        return plain(403, 'This is not signed as it should be.\n')
      }
    },
  }
}

interface From {
  provider: string
  channel: string
}

/** What a provider told: a receipt, or a message that came in. */
const takeHappening = step({
  name: 'messages.take',
  by: 'worker',
  run: (tx, { church }, { from, happening }: { from: From; happening: ProviderEvent }) =>
    takeTold(tx, church, from, happening),
})

async function takeTold(tx: Tx, church: Church, { provider, channel }: From, happening: ProviderEvent): Promise<void> {
  if (happening.kind === 'receipt') {
    const { status, error = null } = happening
    const provider_id = storable(happening.provider_id)
    return await takeReceipt(tx, church, {
      provider,
      provider_id,
      status,
      error: status === 'failed' ? storable(error ?? 'undelivered') : null,
    })
  }
  const { provider_id, from, to, body, confirmed = false } = happening
  await takeIncoming(tx, church, {
    channel: channel === 'whatsapp' ? 'whatsapp' : 'sms',
    provider,
    provider_id: storable(provider_id),
    from: storable(from),
    to: storable(to),
    body: [...body.replace(UNSTORABLE, ' ')].slice(0, MOST_CHARACTERS).join(''),
    confirmed,
  })
}
