/**
 * Works batches off, chunk by chunk: each chunk is a task as any request's, sent and told as one. The next begins when
 * every message of the one before has its outcome. All is in the database: any node goes on where another stopped.
 */
import { idArray, type Tx } from '../../db/database.ts'
import { isUnavailable } from '../../db/faults.ts'
import { sql } from '../../db/sql.ts'
import type { Log } from '../../lib/log.ts'
import type { Church } from '../../resource/caller.ts'
import { SETTLED } from '../../resource/effect.ts'
import { type Doing, step } from '../../resource/step.ts'
import { findChurch } from '../church/churches.ts'
import { addresseesOf } from '../people/addressees.ts'
import { living } from '../people/living.ts'
import { BATCHES, type BatchRef } from './batches.ts'
import { draft } from './draft.ts'
import { INTERRUPTED } from './outcomes.ts'
import type { SendChannel } from './provider.ts'
import { queueMessages } from './queue.ts'
import { recipientsOf } from './recipients.ts'

/** People of one task: few enough that a slow provider takes them within the sender's patience. */
const CHUNK = 25
/** Messages written for one person: a first that was surely not handed over is followed by another. */
const MOST_TRIES = 5
const SWEEP_MS = 1_000
const MOST_SWEPT = 100
/** Batches looked at at the same time: most of the connections are for requests. */
const MOST_AT_ONCE = 4
/** Where messages come from that carry a post to the members of a group. */
const GROUP_POST = 'group_post'
const FIRST: BatchRef = { church_id: 0, batch_id: 0 }

/** The worker of one node. */
export class BatchWorker {
  readonly #doing: Doing
  readonly #log: Log
  readonly #running = new Map<string, Promise<void>>()
  /** Batches to be looked at, first come, first served. */
  readonly #waiting = new Map<string, BatchRef>()
  /** The batch of each task that this node began. */
  readonly #tasks = new Map<string, BatchRef & { task: number }>()
  /** Where the last sweep ended: the next goes on behind it, so that everybody has their turn. */
  #swept = FIRST
  #stopping = false
  #unheard: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> = Promise.resolve()

  constructor(doing: Doing, log: Log) {
    this.#doing = doing
    this.#log = log
  }

  /** Begins to work, also on what others left. */
  start(): void {
    this.#unheard = [
      this.#doing.listen(BATCHES, batch => this.#look(batch)),
      this.#doing.listen(SETTLED, ({ church_id, task }) => {
        const batch = this.#tasks.get(`${church_id}/${task}`)
        if (batch !== undefined) this.#look(batch)
      }),
    ]
    const sweep = (): void => {
      this.#sweeping = this.#sweep()
        .catch(error => this.#complain(error))
        .finally(() => {
          if (!this.#stopping) this.#timer = setTimeout(sweep, SWEEP_MS).unref()
        })
    }
    sweep()
  }

  /** Begins no further chunk. */
  halt(): void {
    this.#stopping = true
    clearTimeout(this.#timer)
    for (const stop of this.#unheard) stop()
  }

  /** Halts, and waits for what is under way. */
  async stop(): Promise<void> {
    this.halt()
    await this.#sweeping
    await Promise.all(this.#running.values())
  }

  /** Looks for batches that can go on, in rotation. */
  async #sweep(): Promise<void> {
    const { church_id, batch_id } = this.#swept
    const open = await this.#doing.read.all<BatchRef>(sql`select b.church_id, b.id as batch_id
      from message_batches b join churches c on c.id = b.church_id and c.status = 'active'
      where b.finished_at is null and (b.church_id, b.id) > (${church_id}, ${batch_id}) and not exists (select 1
        from messages m where m.church_id = b.church_id and m.task_id = b.task_id and m.status in ('waiting', 'sending'))
      order by b.church_id, b.id limit ${MOST_SWEPT}`)
    this.#swept = open[MOST_SWEPT - 1] ?? FIRST
    for (const batch of open) this.#look(batch)
    await this.#forgetTasks()
  }

  /** Whichever node found that a task had ended, this one need not remember it. */
  async #forgetTasks(): Promise<void> {
    const known = [...this.#tasks.values()]
    if (known.length === 0) return
    const ended = await this.#doing.read.all<{
      church_id: number
      task: number
    }>(sql`select known.church_id, known.task
      from unnest(${idArray(known.map(one => one.church_id))}, ${idArray(known.map(one => one.batch_id))},
        ${idArray(known.map(one => one.task))}) as known (church_id, batch_id, task)
      left join message_batches b on b.church_id = known.church_id and b.id = known.batch_id
        and b.task_id = known.task and b.finished_at is null
      where b.id is null`)
    for (const { church_id, task } of ended) this.#tasks.delete(`${church_id}/${task}`)
  }

  /** Does what can be done for a batch, in its turn. */
  #look(batch: BatchRef): void {
    this.#waiting.set(`${batch.church_id}/${batch.batch_id}`, batch)
    this.#next()
  }

  /** Begins with those whose turn it is; one at a time for each batch. */
  #next(): void {
    for (const [name, batch] of this.#waiting) {
      if (this.#stopping || this.#running.size >= MOST_AT_ONCE) return
      if (this.#running.has(name)) continue
      this.#waiting.delete(name)
      const work = this.#step(batch)
        .catch(error => this.#complain(error))
        .finally(() => {
          this.#running.delete(name)
          this.#next()
        })
      this.#running.set(name, work)
    }
  }

  #complain(error: unknown): void {
    const away = isUnavailable(error)
    this.#log[away ? 'warn' : 'error']({ err: error }, 'A batch of messages could not go on and will be tried again')
  }

  async #step({ church_id, batch_id }: BatchRef): Promise<void> {
    const named = await this.#doing.read.first<{ slug: string }>(sql`select slug from churches where id = ${church_id}`)
    const church = named && (await findChurch(this.#doing, named.slug))
    if (church?.status !== 'active') return
    const task = await this.#doing.take(beginChunk, church, batch_id)
    if (task === undefined) return
    this.#tasks.set(`${church_id}/${task}`, { church_id, batch_id, task })
    // A chunk of which nobody can be written to has its outcome already.
    this.#look({ church_id, batch_id })
  }
}

interface BatchRow {
  channel: SendChannel
  subject: string | null
  body: string
  task_id: number | null
  stopped: boolean
  /** It carries a post. */
  posted: boolean
  /** Its messages are not to be in the log. */
  unlisted: boolean
}

const beginChunk = step({
  name: 'message_batches.begin_chunk',
  by: 'worker',
  run: (tx, { church }, batch: number) => nextChunk(tx, church, batch),
})

/**
 * Begins the next chunk, if the one before has ended; finishes the batch where nobody is left.
 * @returns the task that was begun
 */
async function nextChunk(tx: Tx, church: Church, id: number): Promise<number | undefined> {
  // Where another node is at it, that one goes on.
  const batch = await tx.first<BatchRow>(sql`select channel, subject, body, task_id, stopped_at is not null as stopped,
      post_id is not null as posted, unlisted
    from message_batches where church_id = ${church.id} and id = ${id} and finished_at is null
    for no key update skip locked`)
  if (batch === undefined) return undefined
  const { task_id } = batch
  if (task_id !== null) {
    const underWay = await tx.first(sql`select 1 from messages where church_id = ${church.id} and task_id = ${task_id}
      and status in ('waiting', 'sending') limit 1`)
    if (underWay !== undefined) return undefined
    if (!batch.stopped) await takeBack(tx, church.id, id, task_id)
  }
  const turn = await tx.all<{ person_id: number }>(sql`select person_id from message_batch_recipients
    where church_id = ${church.id} and batch_id = ${id} and state = 'waiting' order by person_id limit ${CHUNK}`)
  if (turn.length === 0) {
    await tx.run(sql`update message_batches set finished_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id}`)
    return undefined
  }
  const ids = turn.map(({ person_id }) => person_id)
  return await writeChunk(tx, church, { id, ...batch }, ids)
}

/**
 * Those whose message was surely not handed over have their turn again. What a provider took names the provider, whatever
 * it says of it later.
 */
async function takeBack(tx: Tx, church: number, batch: number, task: number): Promise<void> {
  await tx.run(sql`with back as (update message_batch_recipients as r set state = 'waiting', message_id = null
      from messages m
      where m.church_id = ${church} and m.task_id = ${task} and m.status = 'failed' and m.provider is null
        and split_part(m.error, ':', 1) in (${INTERRUPTED}, 'timed_out')
        and r.church_id = ${church} and r.batch_id = ${batch} and r.person_id = m.person_id and r.message_id = m.id
        and r.tries < ${MOST_TRIES} returning m.id)
    update messages as m set batch_id = null from back where m.church_id = ${church} and m.id = back.id`)
}

/** Writes the messages of a chunk. Who lives, opt-outs and addresses are those of this moment. @returns the task, if there is one */
async function writeChunk(
  tx: Tx,
  church: Church,
  { id, channel, subject, body, posted, unlisted }: BatchRow & { id: number },
  ids: readonly number[],
): Promise<number | undefined> {
  const people = await addresseesOf(tx, church.id, sql`p.id = any(${idArray(ids)}) and ${living()}`)
  const here = new Set(people.map(person => person.id))
  const gone = ids.filter(one => !here.has(one))
  await tx.run(sql`update message_batch_recipients set state = 'gone'
    where church_id = ${church.id} and batch_id = ${id} and person_id = any(${idArray(gone)})`)
  if (people.length === 0) {
    tx.announce(BATCHES, { church_id: church.id, batch_id: id })
    return undefined
  }
  const recipients = await recipientsOf(tx, church.id, channel, people)
  const drafts = recipients.map(one => draft(one, { channel, subject, body }, church.name, church.hq_branch_id))
  const task = await queueMessages(tx, church, {
    channel,
    drafts,
    source: posted ? GROUP_POST : 'console',
    many: true,
    batch: id,
    unlisted,
  })
  await tx.run(sql`update message_batch_recipients as r set state = 'taken', tries = tries + 1, message_id = m.id
    from messages m where m.church_id = ${church.id} and m.task_id = ${task}
      and r.church_id = ${church.id} and r.batch_id = ${id} and r.person_id = m.person_id`)
  await tx.run(sql`update message_batches set task_id = ${task} where church_id = ${church.id} and id = ${id}`)
  return task
}
