/** Writes a post and begins its messages, one batch for each channel, in one transaction: it is posted and sent, or neither. */
import { createHash, randomUUID } from 'node:crypto'
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { insertRow } from '../../resource/creation.ts'
import { because } from '../../texts/because.ts'
import { MOST_IN_BATCH } from '../messaging/audience.ts'
import { checkMeans, storeBatch } from '../messaging/begin-batch.ts'
import { checkWriting } from '../messaging/draft.ts'
import { authorOf } from '../people/history.ts'
import { living } from '../people/living.ts'
import { type PostAuthor, tellPosted } from './events.ts'
import { type PostInput, type PostSent, postPrinter } from './fields.ts'
import { type NewPost, reachOf, subjectOf } from './reach.ts'

/** A group as a post needs it. */
export interface PostGroup {
  id: number
  name: string
  kind: string
  branch_id: number
  hidden: boolean
  status: string
}

/** Somebody in whose name a post is written. */
interface Speaker {
  id: number
  full_name: string
}

/** What was looked up for a post. */
export interface FoundForPost {
  group: number
  speaker: Speaker | undefined
}

/** Names what is wrong with the text of a post on the channels that it is to go by. */
export function checkText({ body, channels = [] }: Pick<PostSent, 'body' | 'channels'>, problems: Problems): void {
  if (body === undefined) return
  for (const channel of channels) {
    if (problems.has('body')) return
    checkWriting({ channel, body }, problems)
  }
}

/** A leader of the group in whose name it is posted. @param problems gets `person_id`, in the same words for nobody on record */
export async function speakerOf(
  db: Db,
  caller: Caller,
  { group, person }: { group: number | undefined; person: number },
  problems: Problems,
): Promise<Speaker | undefined> {
  const church = caller.church.id
  const found = await db.first<
    Speaker & { branch_id: number }
  >(sql`select p.id, p.full_name, p.branch_id from people as named
    join people p on p.church_id = ${church} and p.id = coalesce(named.merged_into_id, named.id)
    join group_members m on m.church_id = ${church} and m.person_id = p.id and m.group_id = ${group ?? 0}
    where named.church_id = ${church} and named.id = ${person} and ${living()}
      and m.status = 'active' and m.role in ('leader', 'assistant')`)
  if (found !== undefined && canSee(caller, found.branch_id)) return { id: found.id, full_name: found.full_name }
  problems.add('person_id', because('names nobody who leads this group'))
  return undefined
}

/** A group, which is not changed until the commit: it becomes hidden before a post or after it. @throws ApiError `not_found` */
async function groupOf(db: Db, church: number, id: number, lock = sql``): Promise<PostGroup> {
  const group = await db.first<PostGroup>(sql`select id, name, kind, branch_id, hidden, status from groups
    where church_id = ${church} and id = ${id} ${lock}`)
  if (group === undefined) throw new ApiError('not_found')
  return group
}

/** What a post will do, as things are now. The group is in the caller's sight. */
export async function previewPost(db: Db, caller: Caller, id: number, input: Omit<NewPost, 'group'>, now: Date) {
  const group = await groupOf(db, caller.church.id, id)
  const { reach } = await reachOf(db, caller, { group, ...input }, today(now, caller.church.timezone))
  return reach
}

/**
 * Posts to a group in the caller's sight.
 * @returns the row as `postPrinter` expects it
 * @throws ApiError `validation_failed` for a group that is closed, and for channels that the church cannot send by
 */
export async function post(tx: Tx, caller: Caller, input: PostInput, found: FoundForPost): Promise<TextRow> {
  const { church } = caller
  const group = await groupOf(tx, church.id, found.group, sql`for share`)
  const { body, audience = 'members', channels = [] } = input
  const writing = { group, audience, channels, body }
  const { reach, people, previews } = await reachOf(tx, caller, writing, today(new Date(tx.now), church.timezone))
  const problems = new Problems()
  if (group.status === 'closed') problems.add('group_id', because('names a group that is closed: nobody posts in it'))
  if (people.length > MOST_IN_BATCH)
    problems.add('group_id', because('names a group of more than {most} people', { most: MOST_IN_BATCH }))
  for (const preview of previews) if (!problems.has('channels')) checkMeans(preview, 'channels', problems)
  problems.throwIfAny()
  const author = authorIn(caller, found.speaker)
  const row = await insertRow(tx, { name: 'group_posts', printer: postPrinter }, church.id, {
    group_id: group.id,
    branch_id: group.branch_id,
    author_kind: author.kind,
    person_id: found.speaker?.id,
    author_name: found.speaker === undefined ? author.name : undefined,
    body,
    audience,
    channels,
    recipients: reach.recipients,
  })
  const id = Number(postPrinter.column(row, 'id'))
  if (people.length > 0) await sendPost(tx, caller, { id, ...writing }, people)
  await tellPosted(tx, church, { id, group, author, body, audience, channels, recipients: reach.recipients })
  return row
}

/** Whoever is on record speaks for themselves; else the key or the user does. */
function authorIn(caller: Caller, speaker: Speaker | undefined): PostAuthor {
  if (speaker !== undefined) return { kind: 'person', id: speaker.id, name: speaker.full_name }
  const { kind, name } = authorOf(caller)
  return { kind, id: caller.by.kind === 'key' ? caller.by.key.id : null, name }
}

/** Each channel is a batch of its own: what one provider holds up does not hold up the others. */
async function sendPost(
  tx: Tx,
  caller: Caller,
  { id, channels, ...writing }: NewPost & { id: number },
  people: Parameters<typeof storeBatch>[2],
): Promise<void> {
  const audience = createHash('sha256').update(`group post ${id}`).digest('hex')
  const { church, by } = caller
  const user = { id: by.kind === 'person' ? by.id : null, name: authorOf(caller).name ?? '' }
  for (const channel of channels) {
    const origin = { key: randomUUID(), user, audience, post: id, unlisted: writing.group.hidden }
    await storeBatch(tx, church, people, origin, {
      channel,
      subject: subjectOf({ channels, ...writing }),
      body: writing.body,
    })
  }
}
