/** Told once a day for a provider: nothing can be charged through it until somebody looks after the account. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { ENGLISH, msg } from '../../texts/language.ts'

const KIND = 'recurring_account'
const TITLE = msg('Recurring gifts cannot be charged through {provider}')
const BODY = msg(
  '{why, select, refused {{provider} refuses the key: "{said}"} other {There is no account with {provider} any more}}. Nothing was charged, and nothing is lost: what is due waits, and is charged when the account works again, or passed over when the next period comes. Look at the account there; "{command}" sets it anew.',
)

interface Refused {
  provider: string
  /** What the provider said; null where the church has no account with it. */
  said: string | null
}

/** Posts it, unless it was posted within a day. */
export async function tellAccount(tx: Tx, church: Church, { provider, said }: Refused): Promise<void> {
  const title = ENGLISH.say(TITLE, { provider })
  // One of several that are refused in the same minute tells of all.
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  const told = await tx.first(sql`select 1 from notices where church_id = ${church.id} and kind = ${KIND}
    and title = ${title} and created_at > ${tx.now}::timestamptz - interval '1 day' limit 1`)
  if (told !== undefined) return
  const command = `sexton payment provider set ${provider} --church ${church.slug}`
  const values = { provider, command, said: said ?? '', why: said === null ? 'removed' : 'refused' }
  await postNotice(tx, church.id, { kind: KIND, title: TITLE, body: BODY, values })
}

/** The same of the provider of a mandate whose account is gone. */
export async function tellNoAccount(tx: Tx, church: Church, mandate: number | null): Promise<void> {
  const found = await tx.first<{ provider: string }>(sql`select provider from mandates
    where church_id = ${church.id} and id = ${mandate}`)
  if (found !== undefined) await tellAccount(tx, church, { provider: found.provider, said: null })
}
