/** What the console shows of online gifts besides the API's records: where people give, and which payments are tests. */
import { sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { idListField, readIds } from '../../resource/id-list.ts'
import { limitOf } from '../../resource/limit.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { gifts } from './gifts.ts'
import { activeProvider } from './payment-providers.ts'

/** Where people give. */
export interface GivingPage {
  address: string
  /** The payment provider that takes new gifts; null where there is none, and then the page is closed. */
  provider: string | null
  /** True where its payments are tests: no money moves. */
  is_test: boolean
  /** Whether an active fund is offered on it; the page is closed without one. */
  has_fund: boolean
}

export const givingPage = view({
  name: 'giving_page',
  may: within(FINANCE),
  fields: {},
  async run({ read, vault, baseUrl }, { church }): Promise<GivingPage> {
    const [active, fund] = await Promise.all([
      activeProvider(read, vault, church.id),
      read.first(sql`select 1 from funds where church_id = ${church.id} and is_active and is_online limit 1`),
    ])
    return {
      address: `${baseUrl()}/give/${church.slug}`,
      provider: active?.provider.title ?? null,
      is_test: active?.is_test ?? false,
      has_fund: fund !== undefined,
    }
  },
})

/** Which of the gifts named, and in sight, are tests: their ids. */
export const testGifts = view({
  name: 'test_gifts',
  may: within(FINANCE),
  fields: { ids: idListField },
  async run({ read }, caller, { ids }) {
    const wanted = readIds(ids)
    const limit = limitOf(gifts.limitTo, caller)
    const rows = await read.all<{ id: number }>(sql`select t.id from gifts as t
      where t.church_id = ${caller.church.id} and t.id = any(${wanted}::bigint[]) and t.is_test
        and ${limit ?? sql`true`} order by t.id`)
    return rows.map(({ id }) => id)
  },
})
