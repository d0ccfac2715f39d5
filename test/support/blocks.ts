/** What a list costs whatever else the machine does: the blocks that PostgreSQL looks at for it. */
import type { Caller } from '../../src/resource/caller.ts'
import { readPlan } from '../../src/resource/list-plan.ts'
import { listStatement } from '../../src/resource/list-statement.ts'
import type { Resource } from '../../src/resource/resource.ts'
import type { TestService } from './service.ts'

/** Blocks that PostgreSQL looks at for a page with its total, counted anew. */
export async function blocksOf(
  service: TestService,
  caller: Caller,
  resource: Resource,
  search: string,
): Promise<number> {
  const query = { values: new Map(new URLSearchParams(search)), repeated: new Set<string>() }
  const { text, values } = listStatement(
    await readPlan({ ...service, clock: { now: () => new Date() } }, resource, query, caller),
    undefined,
  )
  const explained = { text: `explain (analyze, buffers, timing off, format json) ${text}`, values }
  const [[json] = []] = await service.database.read.text(explained)
  const [{ Plan: root }] = JSON.parse(json ?? '')
  return root['Shared Hit Blocks'] + root['Shared Read Blocks']
}
