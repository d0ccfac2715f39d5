/** How files of attendance and of head counts are understood that other programs and people made. */
import type { Db } from '../../db/database.ts'
import type { Church } from '../../resource/caller.ts'
import type { Fields } from '../../resource/field.ts'
import { type Meanings, targetsOf } from '../../resource/import-meanings.ts'
import { branchNames } from '../church/branch-names.ts'
import { matchedByName } from '../people/names-in-files.ts'

/** Categories that every church's file may have as columns. */
export const USUAL_CATEGORIES = ['men', 'women', 'youth', 'children'] as const

const OF_MEETING: Readonly<Record<string, readonly string[]>> = {
  held_on: [
    ...[
      'date',
      'day',
      'sunday',
      'week',
      'held on',
      'service date',
      'attendance date',
      'date of service',
      'meeting date',
    ],
    ...['event date', 'datum', 'fecha'],
  ],
  service: [
    ...[
      'service',
      'service name',
      'meeting',
      'meeting name',
      'event',
      'event name',
      'programme',
      'program',
      'activity',
    ],
    ...['service type', 'gottesdienst', 'culte', 'culto'],
  ],
  local_time: ['time', 'service time', 'start time', 'starts', 'begins', 'uhrzeit'],
  branch: ['branch', 'parish', 'campus', 'assembly', 'church', 'location'],
}

const OF_MARK: Readonly<Record<string, readonly string[]>> = {
  ...OF_MEETING,
  member_no: [
    ...['member no', 'member number', 'membership no', 'membership number', 'member id', 'membership id', 'card no'],
    ...['person no', 'envelope no', 'envelope number'],
  ],
  email: ['email', 'e mail', 'email address', 'e mail address', 'member email'],
  name: ['name', 'names', 'full name', 'member', 'member name', 'person', 'attendee', 'who'],
  phone: ['phone', 'phone no', 'phone number', 'mobile', 'mobile number', 'telephone', 'gsm', 'whatsapp'],
  state: ['state', 'status', 'attendance', 'attended', 'present', 'was present', 'attendance status', 'anwesend'],
  role: ['role', 'as', 'came as', 'attended as', 'kind of attendance'],
  first_time: ['first time', 'first timer', 'first visit', 'first time visitor', 'new', 'newcomer'],
  note: ['note', 'notes', 'remark', 'remarks', 'comment', 'comments', 'reason', 'bemerkung'],
}

const OF_COUNT: Readonly<Record<string, readonly string[]>> = {
  ...OF_MEETING,
  service: [...(OF_MEETING.service ?? []), 'name'],
  category: ['category', 'group', 'who', 'type'],
  count: [
    ...['count', 'head count', 'headcount', 'attendance', 'number', 'number of people', 'people', 'total', 'attendees'],
    ...['total attendance', 'anzahl', 'besucher'],
  ],
  counted_by: ['counted by', 'counter', 'usher'],
  men: ['men', 'male', 'males', 'adult men', 'gents', 'brothers', 'männer'],
  women: ['women', 'female', 'females', 'adult women', 'ladies', 'sisters', 'frauen'],
  youth: ['youth', 'youths', 'young people', 'teens', 'teenagers', 'jugend'],
  children: ['children', 'child', 'kids', 'kinder', 'sunday school'],
}

const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  state: {
    present: [
      'p',
      'pr',
      'y',
      'yes',
      'x',
      '1',
      'true',
      'here',
      'in',
      'attended',
      'came',
      'on time',
      'late',
      'checked in',
    ],
    absent: ['a', 'ab', 'n', 'no', '0', 'false', 'not present', 'missing', 'missed', 'did not attend', 'abwesend'],
    excused: [
      'e',
      'ex',
      'exc',
      'apology',
      'apologies',
      'sick',
      'ill',
      'travelled',
      'traveled',
      'on leave',
      'entschuldigt',
    ],
  },
  role: {
    attendee: ['member', 'regular', 'worshipper', 'participant', 'student'],
    helper: ['worker', 'volunteer', 'server', 'usher', 'teacher', 'staff', 'team'],
    leader: ['pastor', 'preacher', 'minister', 'head', 'host'],
    visitor: ['guest', 'first timer', 'newcomer', 'visiting', 'visit'],
  },
}

const turned = (table: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(table).flatMap(([meant, texts]) => texts.map(one => [one, meant])))

/** Natural names of columns, as `readCells` compares them. */
const aliasesOf = (table: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(turned(table)).map(([title, target]) => [title.replaceAll(' ', '_'), target]))

const known = (db: Db, church: Church) => branchNames(db, church)

/** @param fields those that an import may set */
export const markMeanings = (fields: Fields, more: readonly string[]): Meanings => ({
  targets: targetsOf(fields, more),
  titles: turned(OF_MARK),
  values: { state: turned(WORDS.state ?? {}), role: turned(WORDS.role ?? {}) },
  needs: [
    ['held_on', 'meeting_id'],
    ['person_id', 'member_no', 'email', 'phone', 'name'],
  ],
  names: matchedByName({ target: 'name', keeps: false, better: ['phone'] }),
  known,
})

export const markAliases = aliasesOf(OF_MARK)

export const countMeanings = (fields: Fields, more: readonly string[]): Meanings => ({
  targets: targetsOf(fields, more).map(target =>
    target.name === 'count' || USUAL_CATEGORIES.some(one => one === target.name)
      ? { ...target, kind: 'number' }
      : target,
  ),
  titles: turned(OF_COUNT),
  needs: [
    ['held_on', 'meeting_id'],
    ['count', ...USUAL_CATEGORIES],
  ],
  known,
})

export const countAliases = aliasesOf(OF_COUNT)
