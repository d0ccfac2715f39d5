/** Requests to join groups: from the church's own website by a key, from its public pages, or noted by the staff. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { sourceOf } from '../../resource/caller.ts'
import type { Sent } from '../../resource/field.ts'
import { belongingTo, branch, changedSince, described, oneOf } from '../../resource/filter.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type Answer, type Referred, resource, type WriteContext, write } from '../../resource/resource.ts'
import { type Role, STAFF } from '../../resource/roles.ts'
import { because } from '../../texts/because.ts'
import { authorOf } from '../people/history.ts'
import { askToJoin } from './ask-to-join.ts'
import { decide } from './decide-request.ts'
import { REQUEST_STATUSES, requestChanges, requestFields, requestPrinter } from './request-fields.ts'
import { ofGroupsInSight } from './sight.ts'

/** Requests hold addresses of strangers: they are for those who decide. */
export const DECIDE = [...STAFF, 'helper'] as const satisfies readonly Role[]

export const joinRequests = resource({
  name: 'join_requests',
  explained: {
    says: 'People who asked to join a group. Whoever leads it lets them in, or says why not.',
    chapter: 'groups-and-classes#groups',
  },
  singular: 'JoinRequest',
  words: { one: 'request to join', many: 'requests to join', added: 'Noted a request to join' },
  may: { read: DECIDE, write: STAFF },
  icon: 'inbox',
  command: 'join-request',
  page: [
    { title: 'Who asks', fields: ['name', 'person_id', 'email', 'phone', 'message'] },
    {
      title: 'to join a group|Request',
      fields: ['group_id', 'created_at', 'source', 'decided_at', 'decided_by', 'reason'],
    },
  ],
  limitTo: 'branch_id',
  sight: ofGroupsInSight,
  fields: requestFields,
  list: {
    columns: ['created_at', 'status', 'group_id', 'person_id', 'email', 'phone'],
    terminal: ['id', 'created_at', 'status', 'group_name', 'name', 'person_id', 'email', 'phone'],
    filters: {
      group_id: described('Of one group', belongingTo('groups', 'group_id')),
      status: described(
        'One status',
        oneOf(REQUEST_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    doc: 'Requests to join groups, of any status, oldest first',
  },
  one: { doc: 'One request' },
  import: null,
  create: write({
    fields: requestFields,
    creates: true,
    unknown: 'ignore',
    doc: 'Asks to join a group; who is on record joins at once where the group is open and has a place',
    example: { group_id: 1, name: 'Ada Obi', email: 'ada@example.org', message: 'I live near by.' },
    meta: { duplicate: { type: 'boolean', description: 'True when the same request waits already: none was added' } },
    // Whether somebody joined at once tells how many belong to an open group.
    lookedUp: () => ['branch_id', 'status', 'decided_by', 'decided_at'],
    check,
    async run(tx, { caller, clock }, input, found: Found): Promise<Answer> {
      const asking = { ...input, group_id: found.get('group_id')?.id ?? 0, person_id: found.get('person_id')?.id }
      const source = sourceOf(caller) === 'api' ? 'api' : 'console'
      const { row, found: waits } = await askToJoin(tx, caller.church, asking, {
        by: authorOf(caller),
        source,
        seesMembers: caller.scopes.includes('group_members:read'),
        now: clock.now(),
      })
      const data = requestPrinter.print(row)
      if (waits) return { status: 200, data, meta: { duplicate: true } }
      return { status: 201, data, created: Number(requestPrinter.column(row, 'id')) }
    },
  }),
  update: write({
    fields: requestChanges,
    creates: false,
    unknown: 'ignore',
    refusals: ['no_places'],
    doc: 'Decides on a request: accepted, declined or withdrawn',
    example: { status: 'accepted' },
    check: async () => undefined,
    run: async (tx, { caller }, input, _found, id): Promise<Answer> => ({
      status: 200,
      data: requestPrinter.print(await decide(tx, caller, id, input)),
    }),
  }),
})

type Found = ReadonlyMap<string, Referred>

async function check(
  db: Db,
  context: WriteContext,
  input: Sent<typeof requestFields>,
  problems: Problems,
): Promise<Found> {
  checkWho(input, problems)
  return await lookUpReferences(db, context, requestFields, input, problems)
}

/** Whoever is not on record has a name, and an address at which they are answered. */
export function checkWho({ person_id, name, email, phone }: Sent<typeof requestFields>, problems: Problems): void {
  if (typeof person_id === 'number' || problems.has('person_id')) return
  if (!name && !problems.has('name')) problems.add('name', because('is required, or person_id'))
  if (email || phone || problems.has('email') || problems.has('phone')) return
  problems.add('email', because('is required, or phone, for who is not on record'))
}
