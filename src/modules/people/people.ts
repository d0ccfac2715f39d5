/** People: the Person record and its list (spec, Person; People). Creation and change are in the files beside. */

import { join, sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { amongTexts } from '../../resource/any-of.ts'
import {
  anyText,
  belongingTo,
  branch,
  changedSince,
  consoleOnly,
  described,
  flag,
  labelled,
  moment,
  oneOf,
  phoneNumber,
  someOf,
  tallied,
  wholeNumber,
} from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { READERS, STAFF } from '../../resource/roles.ts'
import { contains } from '../../resource/search.ts'
import { languages } from '../../texts/names.ts'
import { byFreedNumber, byNumber } from './by-number.ts'
import { createPerson } from './create.ts'
import { LONGEST_TAG, PERSON_FORM, personFields, STATUSES } from './fields.ts'
import { givingFilter } from './giver-standing.ts'
import { importPeople } from './import-people.ts'
import { COMES } from './living.ts'
import { peopleInFiles } from './people-in-files.ts'
import { updatePerson } from './update.ts'
import { visiblePerson } from './visible-person.ts'

/** Ten years. */
const MOST_WEEKS = 520

const removed = labelled(
  'Include removed people',
  tallied(
    described(
      '1 to include removed people',
      flag(wanted => (wanted ? undefined : sql`not removed`), false),
    ),
  ),
)

export const people = resource({
  name: 'people',
  explained: {
    says: 'Everyone your church knows: members, visitors, children. Search by name, phone or member number, and open somebody to see their family, groups and history.',
    chapter: 'first-sunday#find-somebody',
  },
  words: { one: 'person', many: 'people' },
  may: { read: READERS, write: STAFF },
  icon: 'person',
  command: 'person',
  singular: 'Person',
  title: 'full_name',
  chosen: { from: 'typed', by: [['member_no'], ['status'], ['phone', 'email']] },
  found: { part: 'search', whole: byNumber, where: sql`not removed` },
  form: PERSON_FORM,
  limitTo: 'branch_id',
  fields: personFields,
  list: {
    columns: ['full_name', 'status', 'phone', 'email', 'branch_id', 'member_no', 'updated_at'],
    sortedBy: { full_name: 'last_name', member_no: 'id' },
    wide: ['member_no', 'email', 'branch_id', 'updated_at'],
    terminal: ['full_name', 'email', 'phone', 'status', 'branch_id', 'family_id'],
    none: 'No people yet. Add the first person.',
    filters: {
      status: tallied(
        described(
          'One status or a comma-separated list',
          someOf(STATUSES, list => amongTexts('status', list)),
        ),
      ),
      branch_id: branch(),
      family_id: described('One household', belongingTo('families', 'family_id')),
      q: labelled(
        'Search name, email or member number',
        described('Search name, e-mail or member number, without regard to case and diacritics', {
          ...anyText(text => sql`(${join([contains(sql`search`, text), ...byFreedNumber(text)], ' or ')})`, 100),
          scattered: true,
        }),
      ),
      email: labelled(
        'Email',
        described(
          'Exact e-mail match, without case',
          anyText(address => sql`lower(email) = lower(${address})`),
        ),
        'Full address',
      ),
      phone: labelled(
        'Phone',
        described(
          'Exact phone match, any format',
          phoneNumber(number => sql`(phone = ${number} or phone2 = ${number} or whatsapp = ${number})`),
        ),
        'Full number',
      ),
      updated_since: changedSince(sql`updated_at`),
      created_since: labelled(
        'Added since',
        described(
          'Added at or after this moment (ISO 8601)',
          moment(since => sql`created_at >= ${since}::timestamptz`),
        ),
      ),
      include_deleted: removed,
      tag: consoleOnly(
        described(
          'One tag, without case',
          anyText(
            (tag, { church }) => sql`id in (select person_id from person_tags
              where church_id = ${church.id} and lower(tag) = lower(${tag}))`,
            LONGEST_TAG,
          ),
        ),
      ),
      not_seen_weeks: {
        ...consoleOnly(
          described(
            'Who is expected, was at a meeting before, and at none in so many weeks',
            wholeNumber(
              1,
              MOST_WEEKS,
              (weeks, { church }, now) => sql`${COMES} and (select max(seen.held_on)
                  from (select church_id, person_id, held_on from attendances where state = 'present'
                    and (group_id is null or group_id not in (select g.id from groups as g
                      where g.church_id = ${church.id} and g.hidden))) as seen
                  where seen.church_id = ${church.id} and seen.person_id = id)
                < ${today(now, church.timezone)}::date - 7 * ${weeks}::integer`,
              'always',
            ),
          ),
        ),
        label: 'Not seen for weeks',
      },
      language: consoleOnly(
        described(
          'The language that is on record of them',
          oneOf(languages(), tag => sql`language = ${tag}`),
        ),
      ),
      giving: givingFilter,
    },
    shownBy: 'last_name',
    sorts: ['id', '-id', 'updated_at', '-updated_at', 'last_name'],
    tallies: true,
    doc: 'Members, visitors and all other people, oldest first; removed people are left out',
  },
  one: { filters: { include_deleted: removed }, doc: 'One person' },
  refer: visiblePerson,
  create: createPerson,
  update: updatePerson,
  import: importPeople,
  inFiles: peopleInFiles,
})
