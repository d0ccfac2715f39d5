/** What teachers do with a session in the console: they open the class, tap who is there, close it (decisions, School). */
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import { lookUpReferences } from '../../resource/references.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { sourceOf } from '../meetings/agent.ts'
import { STATES } from '../meetings/fields.ts'
import { RECORD } from '../meetings/sight.ts'
import { visiblePerson } from '../people/visible-person.ts'
import { changeSession, lockSeenSession } from './class-sessions.ts'
import { markPupils } from './mark-pupil.ts'
import { roleOn } from './roll.ts'
import { saidFields, type sessionFields, sessionPrinter } from './session-fields.ts'
import { lockSession } from './session-row.ts'

type Shown = RecordOf<typeof sessionFields>

const id = field.ref('class_sessions').required()
const shown = (row: Parameters<typeof sessionPrinter.print>[0]) => new Json<Shown>(sessionPrinter.print(row))

/** Closes a session; what is said with it is written before. */
export const closeAction = action({
  name: 'class_sessions.close',
  logged: 'Closed a session of a class',
  done: 'Session closed. Whoever was not marked is absent.',
  may: within(RECORD),
  fields: { id, ...saidFields },
  detail: () => ({}),
  run: async (tx, { caller, clock }, { id, ...said }) =>
    shown(await changeSession(tx, { caller, now: clock.now() }, id, { ...said, status: 'closed' })),
})

export const reopenAction = action({
  name: 'class_sessions.reopen',
  label: 'Open again',
  logged: 'Opened a session of a class again',
  done: 'Session opened again.',
  may: within(RECORD),
  fields: { id },
  offered: { status: ['closed'] },
  run: async (tx, { caller, clock }, { id }) =>
    shown(await changeSession(tx, { caller, now: clock.now() }, id, { status: 'open' })),
})

export const discardAction = action({
  name: 'class_sessions.discard',
  label: 'Discard',
  logged: 'Discarded a session of a class',
  done: 'Session discarded.',
  confirm:
    'For a class that was opened by mistake. It can be discarded while nobody is marked and nothing is written on it; the class can be opened anew afterwards.',
  submit: 'Discard',
  may: within(RECORD),
  fields: { id },
  offered: { status: ['open'] },
  run: async (tx, { caller, clock }, { id }) =>
    shown(await changeSession(tx, { caller, now: clock.now() }, id, { status: 'discarded' })),
})

const MARK = {
  id,
  person_id: field.ref('people').required(),
  state: field.oneOf(STATES).of('attendance').required().label('of attendance|State'),
  first_time: field.boolean().settable(),
}

/**
 * Marks somebody of the roll; `undone` takes a mark back. Who sees people of the church may add a visitor who is on record;
 * helpers mark those who are on the roll, since another id would tell them who is on record.
 */
export const markAction = action({
  name: 'class_sessions.mark',
  may: within(RECORD),
  fields: MARK,
  // A roll has many taps; who closed it is in the log.
  unlogged: true,
  async run(tx, { caller, clock, house }, { id, ...mark }) {
    const { id: church } = caller.church
    const row = await lockSeenSession(tx, caller, id)
    const { column } = sessionPrinter
    const roll = { church, group: Number(column(row, 'group_id')), held_on: column(row, 'held_on') ?? '' }
    const isOnRoll =
      (await visiblePerson(tx, caller, mark.person_id))?.id === mark.person_id &&
      ((await roleOn(tx, roll, mark.person_id)) !== undefined ||
        (await tx.first(sql`select 1 from attendances where church_id = ${church}
          and meeting_id = ${Number(column(row, 'meeting_id'))} and person_id = ${mark.person_id}`)) !== undefined)
    let person_id = mark.person_id
    if (!isOnRoll) {
      const problems = new Problems()
      const { by } = caller
      const seesPeople = by.kind !== 'person' || STAFF.some(role => role === by.role)
      const found = seesPeople
        ? await lookUpReferences(tx, { caller, house }, MARK, { person_id }, problems)
        : undefined
      person_id = found?.get('person_id')?.id ?? 0
      if (person_id === 0 && !problems.has('person_id'))
        problems.add('person_id', because('names no person that you can use'))
      problems.throwIfAny()
    }
    await markPupils(tx, church, row, [{ ...mark, person_id }], { now: clock.now(), source: sourceOf(caller) })
    return shown((await lockSession(tx, church, id)) ?? row)
  },
})

/** Links of teachers that were given out work no longer; new ones do. */
export const revokeSessionLinks = action({
  name: 'class_sessions.revoke_links',
  logged: 'Took back the links of a session of a class',
  done: 'The links of this session that were given out no longer work.',
  may: within(RECORD),
  fields: { id },
  async run(tx, { caller }, { id }) {
    const row = await lockSeenSession(tx, caller, id)
    await tx.run(sql`update class_sessions set link_version = link_version + 1
      where church_id = ${caller.church.id} and id = ${id}`)
    return shown(row)
  },
})
