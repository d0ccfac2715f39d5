/** Channels that messages of a church go out by. */
import { sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { STAFF, within } from '../../resource/roles.ts'
import type { SendChannel } from './provider.ts'

/** Those with a provider in use, for who writes a message: nothing of the provider is told. */
export const openChannels = view({
  name: 'message_channels',
  may: within(STAFF),
  fields: {},
  async run({ read }, { church }): Promise<{ open: SendChannel[] }> {
    const rows = await read.all<{ channel: SendChannel }>(sql`select distinct channel from message_providers
      where church_id = ${church.id} and active`)
    return { open: rows.map(({ channel }) => channel) }
  },
})
