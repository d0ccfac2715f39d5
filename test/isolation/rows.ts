/** What is written in the database, as far as a refused write could change it. */
import { raw, sql } from '../../src/db/sql.ts'
import type { TestService } from '../support/service.ts'

/** Kept by the service itself, whatever the requests are. */
const OWN = [
  'api_key_uses',
  'nodes',
  'tallies',
  'tally_buckets',
  'tally_deltas',
  'rate_windows',
  'account_version',
  'migrations',
]

/** Count and content of every table, as one text for each. */
export async function written(service: TestService): Promise<Record<string, string>> {
  const tables = await service.database.read.all<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const state: Record<string, string> = {}
  for (const { name } of tables) {
    if (OWN.includes(name)) continue
    const row = await service.database.read.first<{ state: string }>(
      sql`select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0))::text, '') as state from ${raw(`"${name}"`)} t`,
    )
    state[name] = row?.state ?? ''
  }
  return state
}
