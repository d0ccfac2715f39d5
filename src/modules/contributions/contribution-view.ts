/** What the console shows of a gift besides the API's record: how it became void, and the online gift it came from. */
import { sql } from '../../db/sql.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import { checkVisible } from '../../resource/list.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { contributions } from './contributions.ts'

export interface ContributionAside {
  /** Null while the gift counts. */
  void: {
    reason: string | null
    /** Null where it was voided before this was kept. */
    at: string | null
    /** Name of the person; null where the command line did it. */
    by: string | null
  } | null
  /** The gift in whose place it stands, of which a part went back; null where there is none. */
  replaces_id: number | null
  /** The gift in its place, of what was left; null where nothing was, or it counts. */
  replaced_by: number | null
  /** The online gift it came from. */
  gift_id: number | null
  /** True where no money moved: a payment made to try things out. */
  is_test: boolean
}

interface Row {
  status: string
  void_reason: string | null
  voided_at: string | null
  voided_by: string | null
  replaces_id: number | null
  replaced_by: number | null
  gift_id: number | null
  is_test: boolean | null
}

export const contributionView = view({
  name: 'contribution',
  may: within(FINANCE),
  fields: { id: field.ref('contributions').required() },
  async run({ read }, caller, { id }): Promise<ContributionAside> {
    await checkVisible(read, contributions, caller, id)
    const church = caller.church.id
    const row = await read.first<Row>(sql`select c.status, c.void_reason, c.voided_at, c.voided_by, c.replaces_id,
        rest.id as replaced_by, g.id as gift_id, g.is_test
      from contributions c
        left join contributions rest on rest.church_id = ${church} and rest.replaces_id = c.id
        left join gifts g on g.church_id = ${church} and c.source = 'online' and g.payment_id = c.payment_id
      where c.church_id = ${church} and c.id = ${id}`)
    const { status, void_reason: reason = null, voided_at: at = null, voided_by: by = null } = row ?? {}
    return {
      void: status === 'void' ? { reason, at: at === null ? null : printTimestamp(at), by } : null,
      replaces_id: row?.replaces_id ?? null,
      replaced_by: row?.replaced_by ?? null,
      gift_id: row?.gift_id ?? null,
      is_test: row?.is_test ?? false,
    }
  },
})
