/** What is written to the members of groups. */

import { sql } from '../../db/sql.ts'
import { hasWords, nameless } from '../../resource/forgetting.ts'
import { module } from '../../resource/module.ts'
import { personOf } from '../../resource/person-reference.ts'
import { postInDemo } from './demo.ts'
import { messagePosted } from './events.ts'
import { groupPosts } from './group-posts.ts'
import { postPreview, postSending, takePostDown } from './post-actions.ts'

const authorsForgotten = nameless(
  'What was written to a group stays with it; it no longer says in whose name.',
  ({ names, addresses }) => ({
    person_id: sql`null`,
    body: sql`case when ${hasWords(sql`t.body`, [...names, ...addresses])} then '' else t.body end`,
  }),
)

export const groupPostsModule = module({
  name: 'group-posts',
  switch: 'groups',
  title: 'Groups',
  resources: [groupPosts],
  actions: [takePostDown],
  views: [postPreview, postSending],
  events: [messagePosted],
  namesPeople: { moved: [personOf(groupPosts, authorsForgotten)] },
  demo: postInDemo,
})
