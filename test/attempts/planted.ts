/** A church that has one of everything: what an attack asks for is there, so that only the rules keep it from coming about. */
import { raw, sql } from '../../src/db/sql.ts'
import { createKey } from '../../src/modules/church/api-keys.ts'
import { invite } from '../../src/sign-in/join.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { pauseEndpoint } from '../../src/webhooks/switch-endpoint.ts'
import { belongsTo, idFields, OFFERS } from '../isolation/offers.ts'
import { plantOfGroups } from '../isolation/planted-of-groups.ts'
import { plantStatementRun } from '../isolation/planted-of-statements.ts'
import { makeRecord, OPTIONAL_MODULES, RESOURCES } from '../support/endpoints.ts'
import { useOutbox } from '../support/messaging.ts'
import type { TestChurch, TestService } from '../support/service.ts'
import type { Ids } from './console-surface.ts'

export interface PlantedChurch extends TestChurch {
  ids: Ids
  /** A branch below the head branch. */
  branch_id: number
}

/** Tables of which a church need not have a row: what they are asked for does not exist. */
const EMPTY = ['message_batches', 'import_files', 'imports']

/** Makes one. */
export async function plantChurch(service: TestService): Promise<PlantedChurch> {
  const { database } = service
  const test = await service.church({ modules: OPTIONAL_MODULES })
  const { church } = test
  await useOutbox(service, test)
  const branch_id = await test.branch('North')
  for (const resource of RESOURCES.values())
    if (resource.one || resource.create) await makeRecord(service, test, resource)
  await database.write(church.id, async tx => {
    await plantOfGroups(tx, church.id)
    await plantStatementRun(tx, church.id, 'x')
  })
  await test.act(createKey, { name: 'Site', scopes: ['all'] })
  const open = { email: `open-${church.slug}@example.org`, role: 'staff', branch_id: null } as const
  await database.write(church.id, tx => invite(tx, church, open, null))
  const endpoint = { url: 'https://example.org/hooks', events: ['*'] }
  // Paused: nothing is to be written behind the back of a suite.
  await test.act(pauseEndpoint, { id: (await test.act(createEndpoint, endpoint)).id })
  return { ...test, branch_id, ids: await idsOf(service, test) }
}

/** The first id of each kind that an action or view names. @throws Error where a new kind is not planted */
async function idsOf({ database }: TestService, { church }: TestChurch): Promise<Ids> {
  const kinds = OFFERS.flatMap(offer => idFields(offer).map(field => belongsTo(offer, field) ?? ''))
  const known = new Map<string, number>()
  for (const kind of new Set([...kinds, ...RESOURCES.keys()])) {
    const row = await database.read.first<{ id: number | null }>(
      sql`select min(id) as id from ${raw(kind)} where church_id = ${church.id}`,
    )
    if (row?.id) known.set(kind, row.id)
  }
  return kind => {
    const id = known.get(kind) ?? (EMPTY.includes(kind) ? 1 : undefined)
    // Members come later.
    if (id === undefined && kind !== 'memberships') throw new Error(`test/attempts/planted.ts plants no ${kind}.`)
    return id ?? 1
  }
}
