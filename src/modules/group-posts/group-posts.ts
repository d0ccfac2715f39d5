/** Posts: what is written to the members of a group, shown with it and sent as messages (decisions, Groups). */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { belongingTo, branch, changedSince, described, oneOf } from '../../resource/filter.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type Answer, resource, type WriteContext, write } from '../../resource/resource.ts'
import { SEE_GROUPS } from '../groups/groups.ts'
import { DECIDE } from '../groups/join-requests.ts'
import { ofGroupsInSight } from '../groups/sight.ts'
import { AUDIENCES, POST_STATUSES, type PostSent, postChanges, postFields, postPrinter } from './fields.ts'
import { checkText, type FoundForPost, post, speakerOf } from './post.ts'
import { takeDown } from './take-down.ts'

export const groupPosts = resource({
  name: 'group_posts',
  explained: {
    says: 'News that leaders wrote to the members of their groups.',
    chapter: 'groups-and-classes#groups',
  },
  // The operation that posts to a group's address has the name that GroupPost would take.
  singular: 'GroupPosting',
  words: { one: 'post', many: 'posts', added: 'Posted in a group' },
  may: { read: SEE_GROUPS, write: DECIDE },
  icon: 'message',
  command: 'group-post',
  page: [
    { title: 'Post', fields: ['body', 'group_id', 'person_id', 'audience', 'channels', 'recipients', 'created_at'] },
    { title: 'Taken down', fields: ['taken_down_at', 'taken_down_by', 'reason'] },
  ],
  limitTo: 'branch_id',
  sight: ofGroupsInSight,
  fields: postFields,
  list: {
    columns: ['created_at', 'group_id', 'person_id', 'body', 'audience', 'recipients', 'status'],
    terminal: ['id', 'created_at', 'group_name', 'author_name', 'audience', 'recipients', 'status', 'body'],
    filters: {
      group_id: described('Of one group', belongingTo('groups', 'group_id')),
      audience: described(
        'For whom',
        oneOf(AUDIENCES, wanted => sql`audience = ${wanted}`),
      ),
      status: described(
        'One status',
        oneOf(POST_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: '-id',
    sorts: ['id', '-id'],
    doc: 'Posts in groups, those that were taken down with them, oldest first',
  },
  one: { doc: 'One post' },
  import: null,
  create: write({
    fields: postFields,
    creates: true,
    unknown: 'ignore',
    doc: 'Posts in a group, and sends it to its members by the channels that are named',
    example: { group_id: 1, body: 'We meet at seven this week.', audience: 'members' },
    check,
    async run(tx, { caller }, input, found: FoundForPost): Promise<Answer> {
      const row = await post(tx, caller, input, found)
      return { status: 201, data: postPrinter.print(row), created: Number(postPrinter.column(row, 'id')) }
    },
  }),
  update: write({
    fields: postChanges,
    creates: false,
    unknown: 'ignore',
    doc: 'Takes a post down; what was sent of it cannot be recalled',
    example: { status: 'taken_down', reason: 'The day was wrong' },
    check: async () => undefined,
    run: async (tx, { caller }, input, _found, id): Promise<Answer> => ({
      status: 200,
      data: postPrinter.print(await takeDown(tx, caller, id, input)),
    }),
  }),
})

async function check(
  db: Db,
  context: WriteContext,
  { person_id, ...input }: PostSent,
  problems: Problems,
): Promise<FoundForPost> {
  checkText(input, problems)
  const found = await lookUpReferences(db, context, postFields, input, problems)
  const group = found.get('group_id')?.id
  const named = typeof person_id === 'number' ? { group, person: person_id } : undefined
  const speaker = named && (await speakerOf(db, context.caller, named, problems))
  return { group: group ?? 0, speaker }
}
