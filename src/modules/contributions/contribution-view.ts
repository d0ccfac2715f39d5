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
  gift_id: number | null
  is_test: boolean | null
}

export const contributionView = view({
  name: 'contribution',
  may: within(FINANCE),
  fields: { id: field.ref().required() },
  async run({ read }, caller, { id }): Promise<ContributionAside> {
    await checkVisible(read, contributions, caller, id)
    const row = await read.first<Row>(sql`select c.status, c.void_reason, c.voided_at, c.voided_by,
        g.id as gift_id, g.is_test
      from contributions c left join gifts g on g.church_id = c.church_id and g.contribution_id = c.id
      where c.church_id = ${caller.church.id} and c.id = ${id}`)
    const { status, void_reason: reason = null, voided_at: at = null, voided_by: by = null } = row ?? {}
    return {
      void: status === 'void' ? { reason, at: at === null ? null : printTimestamp(at), by } : null,
      gift_id: row?.gift_id ?? null,
      is_test: row?.is_test ?? false,
    }
  },
})
