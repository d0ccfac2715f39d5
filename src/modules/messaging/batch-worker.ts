/**
 * Works batches off, chunk by chunk: each chunk is a task as any request's, sent and told as one. The next begins when
 * every message of the one before has its outcome. All is in the database: any node goes on where another stopped.
 */
import { type Database, idArray, type Tx } from '../../db/database.ts'
import { isUnavailable } from '../../db/faults.ts'
import { sql } from '../../db/sql.ts'
import type { Log } from '../../lib/log.ts'
import type { Church } from '../../resource/caller.ts'
import { SETTLED } from '../../resource/effect.ts'
import { findChurch } from '../church/churches.ts'
import { addresseesOf } from '../people/addressees.ts'
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

/** The worker of one node. */
export class BatchWorker {
  readonly #database: Database
  readonly #log: Log
  readonly #running = new Map<string, Promise<void>>()
  /** Batches that something was told of while they were looked at. */
  readonly #again = new Set<string>()
  /** The batch of each task that this node began. */
  readonly #tasks = new Map<string, BatchRef>()
  #stopping = false
  #unheard: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> = Promise.resolve()

  constructor(database: Database, log: Log) {
    this.#database = database
    this.#log = log
  }

  /** Begins to work, also on what others left. */
  start(): void {
    this.#unheard = [
      this.#database.listen(BATCHES, batch => this.#look(batch)),
      this.#database.listen(SETTLED, ({ church_id, task }) => {
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

  async #sweep(): Promise<void> {
    const open = await this.#database.read.all<BatchRef>(sql`select church_id, id as batch_id from message_batches
      where finished_at is null order by church_id, id limit ${MOST_SWEPT}`)
    for (const batch of open) this.#look(batch)
  }

  /** Does what can be done for a batch now; one at a time for each. */
  #look(batch: BatchRef): void {
    const name = `${batch.church_id}/${batch.batch_id}`
    if (this.#stopping) return
    if (this.#running.has(name)) {
      this.#again.add(name)
      return
    }
    const work = this.#step(batch)
      .catch(error => this.#complain(error))
      .finally(() => {
        this.#running.delete(name)
        if (this.#again.delete(name)) this.#look(batch)
      })
    this.#running.set(name, work)
  }

  #complain(error: unknown): void {
    const away = isUnavailable(error)
    this.#log[away ? 'warn' : 'error']({ err: error }, 'A batch of messages could not go on and will be tried again')
  }

  async #step({ church_id, batch_id }: BatchRef): Promise<void> {
    const named = await this.#database.read.first<{ slug: string }>(
      sql`select slug from churches where id = ${church_id}`,
    )
    const church = named && (await findChurch(this.#database, named.slug))
    if (church?.status !== 'active') return
    const step = await this.#database.write(church_id, tx => nextChunk(tx, church, batch_id))
    if (step.ended !== undefined) this.#tasks.delete(`${church_id}/${step.ended}`)
    if (step.task === undefined) return
    this.#tasks.set(`${church_id}/${step.task}`, { church_id, batch_id })
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
}

interface Step {
  /** The task that was found to have ended. */
  ended?: number
  /** The task that was begun. */
  task?: number
}

/** Begins the next chunk, if the one before has ended; finishes the batch where nobody is left. */
async function nextChunk(tx: Tx, church: Church, id: number): Promise<Step> {
  const batch = await tx.first<BatchRow>(sql`select channel, subject, body, task_id, stopped_at is not null as stopped
    from message_batches where church_id = ${church.id} and id = ${id} and finished_at is null for no key update`)
  if (batch === undefined) return {}
  const { task_id } = batch
  if (task_id !== null) {
    const underWay = await tx.first(sql`select 1 from messages where church_id = ${church.id} and task_id = ${task_id}
      and status in ('waiting', 'sending') limit 1`)
    if (underWay !== undefined) return {}
    if (!batch.stopped) await takeBack(tx, church.id, id, task_id)
  }
  const ended = task_id === null ? {} : { ended: task_id }
  const turn = await tx.all<{ person_id: number }>(sql`select person_id from message_batch_recipients
    where church_id = ${church.id} and batch_id = ${id} and state = 'waiting' order by person_id limit ${CHUNK}`)
  if (turn.length === 0) {
    await tx.run(sql`update message_batches set finished_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id}`)
    return ended
  }
  const ids = turn.map(({ person_id }) => person_id)
  const task = await writeChunk(tx, church, id, batch, ids)
  return { ...ended, ...(task !== undefined && { task }) }
}

/** Those whose message was surely not handed over have their turn again. */
async function takeBack(tx: Tx, church: number, batch: number, task: number): Promise<void> {
  await tx.run(sql`update message_batch_recipients as r set state = 'waiting', message_id = null
    from messages m
    where m.church_id = ${church} and m.task_id = ${task} and m.status = 'failed'
      and split_part(m.error, ':', 1) in (${INTERRUPTED}, 'timed_out')
      and r.church_id = ${church} and r.batch_id = ${batch} and r.person_id = m.person_id and r.message_id = m.id
      and r.tries < ${MOST_TRIES}`)
}

/** Writes the messages of a chunk. Opt-outs and addresses are those of this moment. @returns the task, if there is one */
async function writeChunk(
  tx: Tx,
  church: Church,
  id: number,
  { channel, subject, body }: BatchRow,
  ids: readonly number[],
): Promise<number | undefined> {
  const people = await addresseesOf(tx, church.id, sql`p.id = any(${idArray(ids)})`)
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
  const task = await queueMessages(tx, church, { channel, drafts, source: 'console', many: true })
  await tx.run(sql`update message_batch_recipients as r set state = 'taken', tries = tries + 1, message_id = m.id
    from messages m where m.church_id = ${church.id} and m.task_id = ${task}
      and r.church_id = ${church.id} and r.batch_id = ${id} and r.person_id = m.person_id`)
  await tx.run(sql`update message_batches set task_id = ${task} where church_id = ${church.id} and id = ${id}`)
  return task
}
