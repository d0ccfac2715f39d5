/** What of a church itself moves: its branches, keys and settings, and what its nodes keep for themselves. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { ArchivedRow, InArchive } from '../../resource/in-archive.ts'
import { isLanguage } from '../../texts/catalogues.ts'
import { takenOf } from './taken.ts'

export const churchInArchive: InArchive = {
  leftOut: {
    tallies: 'totals, counted anew from the records',
    tally_buckets: 'totals, counted anew from the records',
    tally_days: 'totals, counted anew from the records',
    tally_deltas: 'totals, counted anew from the records',
    events: 'what was told to the receivers of the other installation',
    invitations: 'their links name the address of the other installation; invite again',
  },
  only: {
    idempotency_keys: { where: sql`status is not null`, because: 'requests under way have no answer to remember' },
  },
  unsettled: [
    {
      one: 'sign-in that is open',
      many: 'sign-ins that are open',
      means:
        'what they record from now on is not in the file. "sexton church set SLUG --status inactive" closes the church to them.',
      count: church => sql`select count(*)::int as n from sessions as s join memberships as m on m.user_id = s.user_id
        join churches as c on c.id = m.church_id
        where m.church_id = ${church} and c.id = ${church} and c.status <> 'inactive' and s.expires_at > now()`,
    },
    {
      one: 'API key that is valid',
      many: 'API keys that are valid',
      means:
        'what is recorded by them from now on is not in the file. "sexton church set SLUG --api off" closes the API.',
      count: church => sql`select count(*)::int as n from api_keys as k join churches as c on c.id = k.church_id
        where k.church_id = ${church} and c.id = ${church} and c.api_enabled and c.status = 'active' and k.revoked_at is null`,
    },
  ],
  columnsLeftOut: { churches: ['id', 'closed_at', 'closed_by', 'remove_at', 'status_before'] },
  arrives: {
    // Who moves a church closes it where it was.
    churches(row) {
      if (row.status === 'closing') row.status = 'active'
      forgetUnknown(row)
      if (Array.isArray(row.languages)) row.languages = row.languages.filter(one => isLanguage(String(one)))
    },
    notices(row) {
      row.mail_due_at = null
    },
  },
  settles: { api_keys: revokeKnownKeys },
  async complete(tx, church) {
    await tx.run(sql`insert into taken (kind, value, taken_by)
      select 'api_key', encode(hash, 'hex'), church_id from api_keys where church_id = ${church}`)
  },
}

/** A language that there is no catalogue of here is none that anybody could be written to in. */
export function forgetUnknown(row: ArchivedRow): void {
  if (row.language !== null && !isLanguage(String(row.language))) row.language = null
}

/** The hash of a key as it is taken; archives have it as PostgreSQL writes it. */
const digitsOf = ({ hash }: ArchivedRow): string => String(hash).slice(2)

/** A key opens one church: where it opens one here already, as with a copy of that church, the one that comes is revoked. */
async function revokeKnownKeys(tx: Tx, rows: readonly ArchivedRow[], now: string): Promise<string[]> {
  const known = await takenOf(tx, 'api_key', rows.map(digitsOf))
  const taken = rows.filter(row => known.includes(digitsOf(row)))
  for (const row of taken) {
    row.hash = `\\x${randomBytes(32).toString('hex')}`
    row.revoked_at ??= now
  }
  return taken.map(({ name }) => `The API key "${name}" is in use here already, so it came revoked: make a new one.`)
}
