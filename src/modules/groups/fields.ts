/** The fields of a group (decisions, Groups). */
import { quote } from '../../lib/json.ts'
import { slugify } from '../../lib/slug.ts'
import type { Input, Sent } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'

export const KINDS = ['cell', 'ministry', 'team', 'class', 'other'] as const
export const JOININGS = ['open', 'ask', 'closed'] as const
export const GROUP_STATUSES = ['active', 'paused', 'closed'] as const

/** Groups one above the other: cell, zone, district and so on. */
export const DEEPEST = 6

const MOST_MEMBERS = 1_000_000

/** Years of age. */
export const OLDEST = 120

/** What a group is called in addresses: its name and its id, so that an old address still finds it. */
export const slugOf = (id: number, name: string): string => `${slugify(name, 'group')}-${id}`

export const groupFields = {
  id: field.id(),
  name: field.line(120).required().example('Yaba cell'),
  kind: field.oneOf(KINDS).required().doc('cell, ministry, team, class, other'),
  slug: field
    .derived(['id', 'name'], (id, name) => quote(slugOf(Number(id), name ?? '')), {
      type: 'string',
      examples: ['yaba-cell-1'],
    })
    .label('Name in web addresses')
    .doc('In the addresses of the public pages; its last part is the id, by which it is found'),
  parent_id: field
    .ref('groups')
    .nullable()
    .settable()
    .label('Belongs to', 'Such as the zone of a cell')
    .doc(`The group above it. At most ${DEEPEST} stand one above the other`),
  branch_id: field
    .ref('branches')
    .settable()
    .label('Branch', 'The same as the group above')
    .doc("Default: that of the group above it, else the key's, else the head branch"),
  description: field.text(2_000).nullable().settable().label('of a group|About'),
  joining: field
    .oneOf(JOININGS)
    .of('joining')
    .settable()
    .label('Joining', 'Who may join: everybody at once, after a leader agreed, or nobody')
    .doc('open: who is on record joins at once; ask: a leader decides; closed: nobody can ask. Default ask'),
  capacity: field
    .integer(1, MOST_MEMBERS)
    .nullable()
    .settable()
    .label('Places', 'Empty for no limit')
    .doc('Active members at most'),
  age_from: field
    .integer(0, OLDEST)
    .nullable()
    .settable()
    .label('From the age of', 'Empty for no limit')
    .example(18)
    .doc('The youngest for whom it is, in years; for who looks for a group. It keeps nobody out'),
  age_to: field
    .integer(0, OLDEST)
    .nullable()
    .settable()
    .label('To the age of', 'Empty for no limit')
    .example(30)
    .doc('The oldest for whom it is'),
  place: field.line(190).nullable().settable().example('12 Sabo Road, Yaba').doc('Where it meets'),
  place_public: field
    .boolean()
    .settable()
    .label('Show the place', 'Where the church shows its groups')
    .doc('Whether the place may be shown to the public. Default false'),
  schedule_id: field
    .ref('schedules')
    .nullable()
    .column(`(select s.id from schedules s where s.church_id = t.church_id and s.group_id = t.id
      and s.status = 'active' order by s.id limit 1)`)
    .label('Usual time')
    .doc('When it usually meets: of its schedules that go on, the oldest. Null where it has none'),
  is_listed: field
    .boolean()
    .settable()
    .label('Show on the website', 'So that people find it and ask to join')
    .doc('Whether it is shown to the public. Default false'),
  is_confidential: field
    .boolean()
    .label('Confidential')
    .doc('Seen by its leaders and by administrators only; API keys never see one, so this is false'),
  reports: field
    .oneOf(['weekly', 'none'])
    .settable()
    .label('Reports', 'How often its leader hands one in')
    .doc('weekly or none. Default none'),
  status: field.oneOf(GROUP_STATUSES).tones({ active: 'teal', paused: 'yellow' }).settable().doc('Default active'),
  member_count: field.integer(0).label('Members').doc('Active members of any role'),
  leader_count: field.integer(0).label('Leaders').doc('Those of them who lead'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}

export type GroupInput = Input<typeof groupFields>
export type GroupChange = Sent<typeof groupFields>

/** Prints a group as the API shows it. */
export const groupPrinter = printer(groupFields, true)
