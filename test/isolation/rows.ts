/** What is written in the database, as far as a refused write could change it. */
import { textArray } from '../../src/db/database.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { HOUSE } from '../../src/house.ts'
import { isMarked, markColumns } from '../../src/resource/tally-marks.ts'
import type { TestService } from '../support/service.ts'

/** Kept by the service itself, whatever the requests are. */
const OWN = [
  'api_key_uses',
  'nodes',
  'tallies',
  'tally_buckets',
  'tally_days',
  'tally_deltas',
  'rate_windows',
  'account_version',
  'migrations',
]

/** What else is noted meanwhile: that a session is in use, once a minute. */
const NOTED: Record<string, readonly string[]> = { sessions: ['updated_at'] }
/** As what a record was counted, which is marked in the background. */
const MARKS = HOUSE.modules.flatMap(({ resources }) => resources.filter(isMarked).flatMap(markColumns))

/** Count and content of every table, as one text for each. @param apartFrom tables that are not looked at */
export async function written(
  service: TestService,
  apartFrom: readonly string[] = [],
): Promise<Record<string, string>> {
  const tables = await service.database.read.all<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const state: Record<string, string> = {}
  for (const { name } of tables) {
    if (OWN.includes(name) || apartFrom.includes(name)) continue
    const row = await service.database.read.first<{ state: string }>(
      sql`select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - ${textArray([...MARKS, ...(NOTED[name] ?? [])])})::text, 0))::text, '') as state
        from ${raw(`"${name}"`)} t`,
    )
    state[name] = row?.state ?? ''
  }
  return state
}
