/** What leaders and staff do with posts in the console, and what they are told before. */
import { Problems } from '../../errors.ts'
import { action, view } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import { checkVisible } from '../../resource/list.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { groups, SEE_GROUPS } from '../groups/groups.ts'
import { DECIDE } from '../groups/join-requests.ts'
import { postChanges, postFields, postPrinter } from './fields.ts'
import { checkText, previewPost } from './post.ts'
import { sendingOf, takeDown } from './take-down.ts'

type Post = RecordOf<typeof postFields>

const { body, audience, channels } = postFields

export const takePostDown = action({
  name: 'group_posts.take_down',
  label: 'Take down',
  logged: 'Took a post in a group down',
  asks: 'Why? The reason is shown with the post.',
  submit: 'Take down',
  confirm: 'Whoever has not had it yet gets no message. What was sent already cannot be recalled.',
  done: 'Taken down. What was sent before cannot be recalled.',
  may: within(DECIDE),
  fields: { id: field.ref('group_posts').required(), reason: postChanges.reason },
  offered: { status: ['shown'] },
  run: async (tx, { caller }, { id, reason }) =>
    new Json<Post>(postPrinter.print(await takeDown(tx, caller, id, { status: 'taken_down', reason }))),
})

/** Before it is posted: how many it reaches by which channel, who is left out and why. */
export const postPreview = view({
  name: 'group_posts.preview',
  may: within(DECIDE),
  posted: true,
  fields: { group_id: field.ref('groups').required(), body, audience, channels },
  async run({ read, clock }, caller, { group_id, ...input }) {
    await checkVisible(read, groups, caller, group_id)
    const problems = new Problems()
    checkText(input, problems)
    problems.throwIfAny()
    const writing = { audience: input.audience ?? 'members', channels: input.channels ?? [], body: input.body }
    return await previewPost(read, caller, group_id, writing, clock.now())
  },
})

/** Afterwards: how far its messages are. */
export const postSending = view({
  name: 'group_post_sending',
  may: within(SEE_GROUPS),
  fields: { id: field.ref('group_posts').required() },
  run: ({ read }, caller, { id }) => sendingOf(read, caller, id),
})
