/** What somebody left behind: the module of docs/add-a-module.md, in a folder of its own and named nowhere else. */

import type { Tx } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { record } from '../../src/events/record.ts'
import { changes } from '../../src/resource/change.ts'
import { creates, insertRow } from '../../src/resource/creation.ts'
import type { DemoChurch } from '../../src/resource/demo.ts'
import { event } from '../../src/resource/event.ts'
import { belongingTo, branch, changedSince, described, oneOf } from '../../src/resource/filter.ts'
import { nameless } from '../../src/resource/forgetting.ts'
import { module } from '../../src/resource/module.ts'
import { personOf } from '../../src/resource/person-reference.ts'
import { type Resource, resource } from '../../src/resource/resource.ts'
import { READERS, STAFF, within } from '../../src/resource/roles.ts'
import { endedBy } from '../../src/resource/take-back.ts'
import * as field from '../../src/resource/types.ts'

const PLACES = ['church', 'hall', 'car_park'] as const
const STATUSES = ['kept', 'returned', 'withdrawn'] as const

const fields = {
  id: field.id(),
  name: field.line().required().label('What it is').example('A blue umbrella'),
  place: field.oneOf(PLACES).settable().label('Where it was found'),
  found_on: field.date().required().label('Found').example('2026-03-01'),
  value: field.minorUnits().nullable().settable().label('Worth about'),
  person_id: field.ref('people').nullable().settable().label('Belongs to', 'If you know'),
  branch_id: field.ref('branches').settable().label('Branch', 'The usual one'),
  status: field.oneOf(STATUSES).tones({ kept: 'yellow', returned: 'teal' }),
  note: field.text(2_000).nullable().settable(),
  found_with_id: field.ref('lost_items').nullable().settable().label('Lay beside'),
  created_at: field.timestamp().label('Recorded'),
  updated_at: field.timestamp().label('Changed'),
}

export const lostItems = resource({
  explained: { says: 'What was found and waits for its owner.', chapter: 'first-sunday' },
  name: 'lost_items',
  singular: 'LostItem',
  words: { one: 'lost item', many: 'lost items' },
  may: { read: READERS, write: STAFF },
  title: 'name',
  command: 'lost',
  icon: 'inbox',
  listedBy: [{ by: 'person_id', columns: ['name', 'found_on', 'status'] }],
  limitTo: 'branch_id',
  fields,
  list: {
    columns: ['name', 'place', 'found_on', 'value', 'person_id', 'status'],
    filters: {
      branch_id: branch(),
      person_id: described('Of one person', belongingTo('people', 'person_id')),
      status: oneOf(STATUSES, wanted => sql`status = ${wanted}`),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: ['id', '-id', 'found_on', '-found_on'],
    sum: { name: 'value_sum', column: 'value' },
    doc: 'What was left behind, oldest first',
  },
  one: { doc: 'One lost item' },
  create: creates(fields, (): Resource<typeof fields> => lostItems, {
    doc: 'Records a lost item',
    example: { name: 'A blue umbrella', found_on: '2026-03-01', place: 'hall' },
  }),
  import: { aliases: { item: 'name', day: 'found_on' } },
})

/** Told to other systems when its owner has it again. */
export const itemReturned = event({
  name: 'lost_property.item_returned',
  title: 'Lost item returned',
  when: 'a lost item was given back to its owner',
  data: 'LostItem',
})

export const giveBack = changes(lostItems, 'give_back', {
  label: 'Give back',
  asks: 'Who has it now?',
  done: 'Given back.',
  may: within(STAFF),
  when: { status: ['kept'] },
  fields: { person_id: field.ref('people').required().label('Given to') },
  set: (_before, { person_id }) => ({ status: 'returned', person_id }),
  also: (tx, { caller }, printed) => record(tx, caller.church, itemReturned, printed),
})

/** Nobody came for it: a button, its dialog, its command and its line of the audit log are this declaration. */
export const giveAway = changes(lostItems, 'give_away', {
  label: 'Give away…',
  logged: 'Gave a lost item away',
  asks: 'Did nobody come for it?',
  confirm: '{name}, found on {found_on}, goes to somebody else. This cannot be undone.',
  submit: 'Give away',
  done: '{name} was given away.',
  may: within(STAFF),
  when: { status: ['kept'] },
  fields: {
    note: field.text(2_000).settable().label('Where it went'),
    value: field.minorUnits().settable().label('Sold for'),
  },
  // Whoever stands at the terminal clears out many.
  demands: ['note'],
  askedWith: { value: 'value' },
  set: (_before, sent) => ({ status: 'withdrawn', ...sent }),
})

/** What was left behind in the demo church. */
async function loseInDemo(tx: Tx, { id, branches, day }: DemoChurch): Promise<void> {
  const table = { name: lostItems.name, printer: lostItems.alone }
  for (const name of ['A red scarf', 'A child’s shoe']) {
    await insertRow(tx, table, id, { name, found_on: day, branch_id: branches[0] })
  }
}

/** Who lost it is forgotten. */
const toNobody = nameless('The thing is still there; whose it was is not told.', () => ({
  person_id: sql`null`,
  note: sql`null`,
}))

export const lostProperty = module({
  name: 'lost-property',
  area: 'lost_property',
  title: 'Lost property',
  resources: [lostItems],
  actions: [giveBack, giveAway],
  events: [itemReturned],
  namesPeople: { moved: [personOf(lostItems, toNobody)] },
  // An import that is taken back leaves its records where they are, and nobody looks for them any more.
  takesBack: [endedBy(lostItems, { status: 'withdrawn' })],
  demo: loseInDemo,
})

/** What an installation has that has it. */
export const ADDED = [lostProperty]

/** Its table by name, and the statements that make it, as those of its migration would. */
export const TABLES: readonly [name: string, ...statements: string[]][] = [
  [
    'lost_items',
    `create table lost_items (
      church_id  bigint not null,
      id         bigint generated always as identity,
      name       text not null,
      place      text not null default 'church' constraint lost_items_place check (place in ('church', 'hall', 'car_park')),
      found_on   date not null,
      value      bigint,
      person_id  bigint,
      branch_id  bigint not null,
      status     text not null default 'kept' constraint lost_items_status check (status in ('kept', 'returned', 'withdrawn')),
      note       text,
      found_with_id bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (church_id, id)
    )`,
    `select distribute_by_church('lost_items')`,
    'alter table lost_items add constraint lost_items_church foreign key (church_id) references churches (id)',
    ...Object.entries({ found_with_id: 'lost_items', person_id: 'people', branch_id: 'branches' }).map(
      ([column, table]) => `alter table lost_items add constraint lost_items_${column}
        foreign key (church_id, ${column}) references ${table} (church_id, id)`,
    ),
    'create index lost_items_branch on lost_items (church_id, branch_id, id)',
    'create index lost_items_changes on lost_items (church_id, updated_at, id)',
    'create index lost_items_found on lost_items (church_id, found_on, id)',
  ],
]
