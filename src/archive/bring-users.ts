/** The users of a church that comes: matched by their e-mail addresses, made where there are none. No password travels. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { isEmailAddress } from '../lib/email.ts'
import { isLanguage } from '../texts/catalogues.ts'
import { ArchiveError } from './archive-error.ts'
import type { Column } from './tables.ts'
import { placeAt, takeRow } from './take-row.ts'

/** Who came, by the ids of the archive. */
export interface BroughtUsers {
  /** The id here of each of theirs. */
  ids: ReadonlyMap<string, string>
  made: string[]
  known: string[]
}

/** A user as the archive has them. */
interface Brought {
  id: string
  name: string
  email: string
  /** BCP 47; null for what their browser asks for. */
  language: string | null
}

interface Known {
  id: string
  email: string
  email_verified: boolean
}

const column = (name: string, nullable = false): Column => ({
  ...{ name, type: 'text', nullable },
  ...{ counted: false, namesUser: false },
})
const COLUMNS = [...['id', 'name', 'email'].map(name => column(name)), column('language', true)]
/** Accounts of one church. */
const MOST = 10_000

/**
 * @param vouched addresses of which the operator says that their accounts here belong to the same people
 * @throws ArchiveError for an account here whose address nobody has confirmed: whoever made it would come into the church
 */
export async function bringUsers(
  tx: Tx,
  lines: AsyncIterable<string>,
  file: string,
  vouched: readonly string[],
): Promise<BroughtUsers> {
  const ids = new Map<string, string>()
  const [made, known, doubtful]: [string[], string[], string[]] = [[], [], []]
  let number = 0
  for await (const line of lines) {
    number += 1
    const where = placeAt(file, number)
    const row = takeRow(line, COLUMNS, where) as object as Brought
    const { id, email } = row
    if (!isEmailAddress(email) || email !== email.toLowerCase()) {
      throw new ArchiveError(`${where}: email must be an e-mail address in small letters.`)
    }
    if (ids.has(id) || number > MOST) throw new ArchiveError(`${where}: is there twice, or one of too many.`)
    const found = await accountOf(tx, email)
    ids.set(id, found?.id ?? (await makeUser(tx, row)))
    if (found === undefined) made.push(email)
    else known.push(email)
    if (found?.email_verified === false && !vouched.includes(email)) doubtful.push(email)
  }
  if (doubtful.length > 0) throw unconfirmed(doubtful)
  return { ids, made, known }
}

const accountOf = (tx: Tx, email: string): Promise<Known | undefined> =>
  tx.first<Known>(sql`select id, email, email_verified from users where email = ${email}`)

/** Made without a password, and unconfirmed: they set one by a link. @returns their id */
async function makeUser(tx: Tx, { id, name, email, language }: Brought): Promise<string> {
  const taken = await tx.first(sql`select 1 from users where id = ${id}`)
  const mine = taken === undefined && id !== '' ? id : randomUUID()
  const known = language !== null && isLanguage(language) ? language : null
  await tx.run(sql`insert into users (id, name, email, language, email_verified, created_at, updated_at)
    values (${mine}, ${name}, ${email}, ${known}, false, ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
  return mine
}

const unconfirmed = (emails: readonly string[]): ArchiveError =>
  new ArchiveError(
    `These accounts are here already, and nobody has confirmed that the address is theirs: ${emails.join(', ')}. ` +
      'Let their owners confirm it in the console, or name those that you know to be right with --vouch.',
  )
