/** What of the groups everybody may see, and what the console says of where. */
import { raw, sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { checkVisible } from '../../resource/list.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { addressOf } from './finder-pages.ts'
import { groups, SEE_GROUPS } from './groups.ts'

/** Over the columns of `groups`, what is shown to everybody: nothing that is hidden, whatever else is said of it. */
export const LISTED = raw(`is_listed and status = 'active' and not hidden`)

/** Where everybody finds the groups of the church, or one of them. */
export interface PublicGroups {
  /** Null where nobody finds any there, or not this one. */
  address: string | null
}

export const publicGroups = view({
  name: 'public_groups',
  may: within(SEE_GROUPS),
  fields: { id: field.ref('groups').settable().doc('One group; the page of all, unless said') },
  async run({ read, baseUrl }, caller, { id }): Promise<PublicGroups> {
    const { church } = caller
    if (id !== undefined) await checkVisible(read, groups, caller, id)
    const which = id === undefined ? sql`true` : sql`id = ${id}`
    const shown = await read.first<{ id: number; name: string }>(
      sql`select id, name from groups where church_id = ${church.id} and ${LISTED} and ${which} limit 1`,
    )
    if (shown === undefined) return { address: null }
    return { address: `${baseUrl()}${id === undefined ? `/groups/${church.slug}` : addressOf(church, shown)}` }
  },
})
