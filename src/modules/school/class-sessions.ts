/** Sessions of classes: each is a meeting, with what was taught and what was given (decisions, School). */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { belongingTo, branch, changedSince, described, oneOf } from '../../resource/filter.ts'
import { findOne } from '../../resource/list.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type Answer, resource, type WriteContext, write } from '../../resource/resource.ts'
import { SEE_GROUPS } from '../groups/groups.ts'
import { ofGroupsInSight } from '../groups/sight.ts'
import { byOf, sourceOf } from '../meetings/agent.ts'
import { HELD } from '../meetings/attendances.ts'
import { RECORD } from '../meetings/sight.ts'
import { closeSession, reopenSession } from './close-session.ts'
import { discardSession } from './discard-session.ts'
import { openSession } from './open-session.ts'
import { say } from './say-session.ts'
import {
  SESSION_STATUSES,
  type SessionChange,
  sessionChanges,
  sessionFields,
  sessionPrinter,
} from './session-fields.ts'
import { type Doer, lockSession } from './session-row.ts'

/** As much of the resource as finding one in sight takes. */
const SESSIONS = {
  name: 'class_sessions',
  alone: sessionPrinter,
  limitTo: 'branch_id',
  sight: ofGroupsInSight,
} as const

const { id: _, status: __, ...creatable } = sessionFields

export const classSessions = resource({
  name: 'class_sessions',
  explained: {
    says: 'Each time a class met: the lesson, who was there, and the offering.',
    chapter: 'groups-and-classes#sunday-school',
  },
  singular: 'ClassSession',
  words: { one: 'class session', many: 'class sessions', added: 'Opened a session of a class' },
  may: { read: SEE_GROUPS, write: RECORD },
  icon: 'attendance',
  title: 'class_name',
  command: 'session',
  page: [
    { title: 'Session', fields: ['held_on', 'lesson', 'memory_verse', 'note', 'status', 'closed_by'] },
    { title: 'Figures', fields: ['present', 'absent', 'visitor_count', 'offering', 'meeting_id'] },
  ],
  limitTo: 'branch_id',
  sight: ofGroupsInSight,
  fields: sessionFields,
  list: {
    columns: ['class_name', 'held_on', 'lesson', 'present', 'absent', 'offering', 'status'],
    filters: {
      group_id: described('Of one class', belongingTo('groups', 'group_id')),
      status: described(
        'One status',
        oneOf(SESSION_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      ...HELD,
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: '-held_on',
    sorts: ['id', '-id', 'held_on', '-held_on'],
    doc: 'Sessions of classes, in the order in which they were opened; the roll of each is the attendances of its meeting',
  },
  one: { doc: 'One session' },
  import: null,
  create: write({
    fields: creatable,
    creates: true,
    unknown: 'ignore',
    doc: 'Opens the session of a class on a day, of its meeting that day, which is made where there is none',
    example: { group_id: 1, lesson: 'The lost son' },
    meta: { duplicate: { type: 'boolean', description: 'True when it was there: nothing was changed' } },
    async check(db, context: WriteContext, input, problems) {
      return await lookUpReferences(db, context, creatable, input, problems)
    },
    async run(tx, { caller, clock }, { group_id, held_on, ...said }): Promise<Answer> {
      const { id: church, currency } = caller.church
      const { row, found } = await openSession(tx, church, { group_id, held_on, said, currency, now: clock.now() })
      const data = sessionPrinter.print(row)
      if (found) return { status: 200, data, meta: { duplicate: true } }
      return { status: 201, data, created: Number(sessionPrinter.column(row, 'id')) }
    },
  }),
  update: write({
    fields: sessionChanges,
    creates: false,
    unknown: 'ignore',
    refusals: ['wrong_state'],
    doc: 'Changes what is said of an open session; closes it, opens it again, or discards one on which nothing is',
    example: { lesson: 'The lost son', visitor_count: 2, status: 'closed' },
    check: async () => undefined,
    run: async (tx, { caller, clock }, input, _found, id): Promise<Answer> => ({
      status: 200,
      data: sessionPrinter.print(await changeSession(tx, { caller, now: clock.now() }, id, input)),
    }),
  }),
})

const doerOf = (caller: Caller, now: Date): Doer => ({
  now,
  by: byOf(caller),
  source: sourceOf(caller),
  branches: caller.visible,
})

/** A session in the caller's sight, locked. @throws ApiError `not_found` */
export async function lockSeenSession(tx: Tx, caller: Caller, id: number): Promise<TextRow> {
  const seen = await findOne(tx, SESSIONS, caller, id)
  const row = seen && (await lockSession(tx, caller.church.id, id))
  if (row === undefined) throw new ApiError('not_found')
  return row
}

/** Opens it again, writes what is said, closes or discards it: in this order. @throws ApiError `not_found`, `wrong_state`, `validation_failed` */
export async function changeSession(
  tx: Tx,
  { caller, now }: { caller: Caller; now: Date },
  id: number,
  { status, ...said }: SessionChange,
): Promise<TextRow> {
  const { church, by } = caller
  const locked = await lockSeenSession(tx, caller, id)
  const late = by.kind !== 'person' || by.role !== 'helper'
  const row = status === 'open' ? await reopenSession(tx, church.id, locked, { now, late }) : locked
  const changed = await say(tx, church, row, said)
  const doer = doerOf(caller, now)
  if (status === 'closed') return await closeSession(tx, church, changed, doer)
  return status === 'discarded' ? await discardSession(tx, church, changed, doer) : changed
}
