/**
 * Mails notices to the addresses of their church. A notice is claimed in a short transaction of its own before it is
 * sent: no transaction is open while a mail server answers, and a node that dies leaves its claim to run out.
 */

import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { asLine } from '../lib/line.ts'
import type { Log } from '../lib/log.ts'
import { momentIn } from '../texts/forms.ts'
import type { Language } from '../texts/language.ts'
import { type Said, saidIn } from '../texts/said.ts'
import { languageFor, type Speech, withLanguage } from '../texts/spoken.ts'
import { type Mailer, MailFault, paragraphs } from './mailer.ts'

/** Longer than one mail may take. */
const CLAIM_MINUTES = 5
/** The gap after a failed attempt doubles, from one minute. */
const ATTEMPTS = 8
/** A notice that waited longer, since mail was not set up, would alarm people about what is long over. */
const STALE_DAYS = 7
/** Characters of a church's name that are shown. */
const SHOWN_NAME = 80
/** Churches that are mailed at the same time. */
const WIDTH = 4
/** What is being sent when the service ends gets this long. */
const GRACE_MS = 2_000

interface Claim {
  church_id: number
  id: number
  title: string
  body: string
  created_at: string
  /** This one included. */
  mail_attempts: number
  stale: boolean
  name: string
  slug: string
  /** JSON of what it says, to be said in any language; null of one of an earlier release. */
  said: string | null
  /** Of the church (BCP 47); null for that of the installation. */
  language: string | null
  country: string
  timezone: string
  notice_emails: string[]
}

/** Mails what is due, one church at a time for each of a few workers: a mail that hangs holds up its own church only. */
export class NoticeMail {
  readonly #database: Database
  readonly #mailer: Mailer
  readonly #log: Log
  readonly #speech: Speech
  readonly #stop = new AbortController()
  #stopping = false
  #running: Promise<unknown> = Promise.resolve()

  /** @param speech the language of churches that have none of their own */
  constructor(database: Database, mailer: Mailer, log: Log, speech: Speech) {
    this.#speech = speech
    this.#database = database
    this.#mailer = mailer
    this.#log = log
  }

  /** Mails everything that is due now. A church whose mail fails is left until the next time. */
  async sendDue(): Promise<void> {
    const due = await this.#database.read.all<{ church_id: number }>(
      sql`select distinct church_id from notices where mail_due_at <= clock_timestamp()`,
    )
    const worker = async (): Promise<void> => {
      for (let next = due.shift(); next !== undefined; next = due.shift()) {
        while (!this.#stopping && (await this.#mailNext(next.church_id))) {}
      }
    }
    const workers = Promise.allSettled(Array.from({ length: WIDTH }, worker))
    this.#running = workers
    for (const result of await workers) if (result.status === 'rejected') throw result.reason
  }

  /** Starts no further mail, gives what is being sent a moment, then closes the transport. */
  async close(): Promise<void> {
    this.#stopping = true
    const timer = setTimeout(() => this.#stop.abort(), GRACE_MS)
    await this.#running
    clearTimeout(timer)
    this.#mailer.close()
  }

  /** @returns whether the church may have more that can be mailed */
  async #mailNext(church: number): Promise<boolean> {
    const claim = await this.#database.write(NO_CHURCH, tx => claimDue(tx, church))
    if (claim === undefined) return false
    const { church_id, id: notice_id, mail_attempts: attempt, stale, notice_emails } = claim
    if (stale || notice_emails.length === 0) {
      const why = stale ? 'It was too old when mail was set up.' : 'There was no address left to mail it to.'
      await this.#database.write(NO_CHURCH, tx => giveUp(tx, claim, why))
      return true
    }
    try {
      const refused = await this.#mailer.send(mailOf(withLanguage(claim, this.#speech)), this.#stop.signal)
      await this.#database.write(NO_CHURCH, tx => markMailed(tx, claim, refused))
      this.#log.info({ church_id, notice_id, partly: refused !== null }, 'A notice was mailed')
      return true
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      await this.#database.write(NO_CHURCH, tx => markFailed(tx, claim, error.message))
      // What the server said may name people, so the church's own list shows it and the log does not.
      const { code, status } = error
      this.#log.warn({ church_id, notice_id, attempt, of: ATTEMPTS, code, status }, 'A notice could not be mailed')
      return false
    }
  }
}

/** Takes the notice of a church that is due longest; other nodes see it as due only when the claim has run out. */
async function claimDue(tx: Tx, church: number): Promise<Claim | undefined> {
  return await tx.first<Claim>(sql`
    with claimed as (update notices n set mail_attempts = n.mail_attempts + 1,
        mail_due_at = ${tx.now}::timestamptz + ${CLAIM_MINUTES} * interval '1 minute'
      from churches c
      where c.id = ${church} and n.church_id = c.id and n.id = (
        select id from notices where church_id = ${church} and mail_due_at <= ${tx.now}::timestamptz
        order by mail_due_at, id limit 1 for update skip locked)
      returning n.church_id, n.id, n.title, n.body, n.created_at, n.mail_attempts, n.said, c.name, c.slug, c.language, c.country, c.timezone,
        c.notice_emails)
    select *, mail_attempts = 1 and created_at < ${tx.now}::timestamptz - ${STALE_DAYS} * interval '1 day' as stale
    from claimed`)
}

async function markMailed(tx: Tx, { church_id, id }: Claim, refused: string | null): Promise<void> {
  await tx.run(sql`update notices set mailed_at = ${tx.now}::timestamptz, mail_due_at = null, mail_error = ${refused}
    where church_id = ${church_id} and id = ${id}`)
}

/** Counts only while the claim is this one's: who was late says nothing about the attempt that followed. */
async function markFailed(tx: Tx, { church_id, id, mail_attempts }: Claim, error: string): Promise<void> {
  const minutes = mail_attempts < ATTEMPTS ? 2 ** (mail_attempts - 1) : null
  await tx.run(sql`update notices set mail_error = ${error},
      mail_due_at = ${tx.now}::timestamptz + ${minutes}::integer * interval '1 minute'
    where church_id = ${church_id} and id = ${id} and mail_attempts = ${mail_attempts} and mailed_at is null`)
}

async function giveUp(tx: Tx, { church_id, id }: Claim, why: string): Promise<void> {
  await tx.run(sql`update notices set mail_due_at = null, mail_error = ${why}
    where church_id = ${church_id} and id = ${id}`)
}

type Texts = Record<'title' | 'body', Said>

const wordsIn = (language: Language, { title, body }: Texts): Record<'title' | 'body', string> => ({
  title: saidIn(language, title),
  body: saidIn(language, body),
})

function mailOf({ church_id, id, created_at, slug, notice_emails, said, ...church }: Claim) {
  const language = languageFor(church)
  const { title, body } = said === null ? church : wordsIn(language, JSON.parse(said) as Texts)
  const name = asLine(church.name, SHOWN_NAME)
  return {
    to: notice_emails,
    subject: `${title} (${name})`,
    text: paragraphs(
      body,
      language.say('{name}, {time}. All notices: {command}', {
        name,
        time: momentIn(language, { at: printTimestamp(created_at), timezone: church.timezone }),
        command: `sexton notice list --church ${slug}`,
      }),
    ),
    // Ids alone are the same in every installation.
    name: `notice-${church_id}-${id}-${Date.parse(created_at)}`,
  }
}
