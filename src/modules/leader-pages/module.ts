/** Leaders and teachers without an account: a link to one group, its page, its roll. It goes on and off with the groups. */

import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { extending } from '../../resource/extension-point.ts'
import { deleted } from '../../resource/forgetting.ts'
import { module } from '../../resource/module.ts'
import { type NamesPeople, personIn } from '../../resource/person-reference.ts'
import { takeBackAddresses } from '../files/files.ts'
import { hiddenGroups } from '../groups/given-out.ts'
import { endLinksOfGroups, linksView, makeLink, revokeLink } from './group-links.ts'
import { leaderRoute } from './route.ts'

const linksOfPeople = {
  moved: [
    personIn(
      'kept_links',
      'groups',
      { one: 'link of a leader', many: 'links of leaders' },
      deleted('It leads them nowhere any more.'),
    ),
  ],
  /** Links of people who are removed are revoked: they stay so where the person is restored. */
  async end(tx, church, people) {
    const gone = await tx.all<{ group_id: number }>(sql`update kept_links set revoked_at = ${tx.now}::timestamptz
      where church_id = ${church} and person_id = any(${idArray(people)}) and revoked_at is null
      returning subject_id as group_id`)
    const groups = idArray(gone.map(({ group_id }) => group_id))
    if (gone.length > 0) await takeBackAddresses(tx, church, sql`id = any(${groups})`)
  },
} as const satisfies NamesPeople

export const leaderPagesModule = module({
  name: 'leader-pages',
  switch: 'groups',
  title: 'Groups',
  resources: [],
  actions: [makeLink, revokeLink],
  views: [linksView],
  namesPeople: linksOfPeople,
  extends: [extending(hiddenGroups, endLinksOfGroups)],
  details: [{ table: 'kept_links', columns: ['subject_id'], of: 'groups' }],
  archive: { leftOut: { kept_links: 'they name the address of the other installation; make new ones' } },
  serve: parts => ({ publicRoutes: [leaderRoute(parts)] }),
})
