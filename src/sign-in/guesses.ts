/**
 * Slows down the guessing of passwords and codes. Guesses are counted in the database, so that many addresses and several
 * nodes gain nothing, and before they are judged, so that many at the same time gain nothing either. What the figures come
 * to is in docs/decisions/0012.
 */
import { createHash } from 'node:crypto'
import { type Database, type Db, NO_CHURCH, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { because } from '../texts/because.ts'

/** How many wrong guesses in a row cost nothing; seconds of the first wait after that, and up to how many it doubles. */
export interface Pace {
  free: number
  first: number
  longest: number
  /** Whether a right guess makes the wrong ones forgotten; not where those may be somebody else's. */
  forgives: boolean
}

/** A password from browsers in which its owner never signed in: all of them share one count. */
export const STRANGERS: Pace = { free: 5, first: 1, longest: 900, forgives: false }

/** A password from a browser in which its owner has signed in, or within a session. */
export const KNOWN: Pace = { free: 10, first: 1, longest: 300, forgives: true }

/** A code of six digits, or a recovery code: whoever guesses has the password already. */
export const CODES: Pace = { free: 5, first: 1, longest: 3_600, forgives: true }

/** The token of a link, from one address. */
export const TOKENS: Pace = { free: 10, first: 1, longest: 900, forgives: true }

/** Mails that anybody can have sent to an address. */
export const MAILS: Pace = { free: 3, first: 600, longest: 14_400, forgives: false }

/** What a guess turned out to be; `unjudged` where something else was wrong, so that it tells nothing. */
export type Judgement = 'right' | 'wrong' | 'unjudged'

/** A guess that may be judged. It counts as wrong until something else is said. */
export type Guess = (judgement: Judgement) => Promise<void>

/** Hours without a wrong guess, after which the count begins anew. */
const REMEMBERED_H = 24

/** Of those who guess at the same time some began before others, whatever the order in which they are counted. */
const AT_ONCE = '-infinity'

/**
 * Lets a guess be judged, or not yet.
 * @param subject what is guessed, whose it is, and what of theirs is counted together
 * @throws ApiError `rate_limited`, with the seconds to wait
 */
export async function guess(database: Database, subject: string, pace: Pace): Promise<Guess> {
  const key = keyOf(subject)
  // A plain read first: of many that are refused none waits for another, or takes a connection from who writes.
  if ((await secondsLeft(database.read, key)) > 0 || !(await database.write(NO_CHURCH, tx => take(tx, key, pace)))) {
    throw tooMany(Math.max(1, await secondsLeft(database.read, key)))
  }
  return async judgement => {
    if (judgement === 'wrong') return
    const forgotten = judgement === 'right' && pace.forgives
    await database.write(NO_CHURCH, tx =>
      tx.run(
        forgotten
          ? sql`delete from guesses where subject = ${key}`
          : sql`update guesses set wrong = wrong - 1, free_at = ${AT_ONCE} where subject = ${key} and wrong > 0`,
      ),
    )
  }
}

/**
 * Counts something that is not judged afterwards, such as a mail, in the caller's transaction.
 * @throws ApiError `rate_limited`, with the seconds to wait
 */
export async function count(tx: Tx, subject: string, pace: Pace): Promise<void> {
  const key = keyOf(subject)
  if ((await secondsLeft(tx, key)) > 0 || !(await take(tx, key, pace))) {
    throw tooMany(Math.max(1, await secondsLeft(tx, key)))
  }
}

const keyOf = (subject: string): Buffer => createHash('sha256').update(subject).digest()

/** Seconds until a guess may be judged; 0 for now. */
async function secondsLeft(read: Db, key: Buffer): Promise<number> {
  const row = await read.first<{ wait: number }>(sql`
    select ceil(extract(epoch from free_at - clock_timestamp()))::int as wait from guesses
    where subject = ${key} and free_at > clock_timestamp()`)
  return row?.wait ?? 0
}

/** Counts a guess where it may be judged. @returns whether it may */
async function take(tx: Tx, key: Buffer, { free, first, longest }: Pace): Promise<boolean> {
  const forget = sql`${tx.now}::timestamptz + ${REMEMBERED_H} * interval '1 hour'`
  const wrong = sql`case when g.forget_at <= ${tx.now}::timestamptz then 1 else g.wrong + 1 end`
  const wait = sql`least(${longest}, ${first} * power(2, least(${wrong} - ${free + 1}, 30))) * interval '1 second'`
  const taken = await tx.run(sql`
    insert into guesses as g (subject, wrong, free_at, forget_at) values (${key}, 1, ${AT_ONCE}, ${forget})
    on conflict (subject) do update set wrong = ${wrong}, forget_at = ${forget},
      free_at = case when ${wrong} <= ${free} then ${AT_ONCE} else ${tx.now}::timestamptz + ${wait} end
    where g.free_at <= ${tx.now}::timestamptz`)
  return taken > 0
}

const tooMany = (seconds: number): ApiError => {
  const minutes = Math.ceil(seconds / 60)
  const message =
    seconds < 100
      ? because('Too many wrong attempts. Try again in {count, plural, one {# second} other {# seconds}}.', {
          count: seconds,
        })
      : because('Too many wrong attempts. Try again in {count, plural, one {# minute} other {# minutes}}.', {
          count: minutes,
        })
  return new ApiError('rate_limited', { message, headers: { 'Retry-After': String(seconds) } })
}

/** Forgets what has not been guessed for long. @returns how many were forgotten */
export const forgetGuesses = (tx: Tx, most: number): Promise<number> =>
  tx.run(sql`delete from guesses where subject = any(array(
    select subject from guesses where forget_at <= ${tx.now}::timestamptz limit ${most}))`)
