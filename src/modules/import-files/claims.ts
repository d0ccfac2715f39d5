/** Which node imports a file: it claims it, says so again and again with how far it is, and lets go of it where it fails. */
import { sql } from '../../db/sql.ts'
import type { Role } from '../../resource/roles.ts'
import { type StepContext, step } from '../../resource/step.ts'
import { ENGLISH } from '../../texts/language.ts'
import { saidIn, type Worded } from '../../texts/said.ts'
import { BROKEN } from './ends.ts'
import { type CheckedRow, keepOutcomes } from './outcomes.ts'

/** Who is at work on a file is taken for gone when it was not heard for longer than that. */
const CLAIM_SECONDS = 10
/** Nodes that begin with a file; one that ended them all would end the next one, too. */
export const MOST_TRIES = 3

/** A file that a node is to import. */
export interface Claimed {
  church_id: number
  slug: string
  id: number
  name: string
  bytes: number
  kind: string
  said: string
  /** Null for one that a node of a version before has checked. */
  read_as: string | null
  user_id: string
  user_name: string
  membership: number
  role: Role
  tries: number
}

/** A file, and the node that is at work on it. */
export interface Claim {
  id: number
  node: string
}

type OfChurch = StepContext<{ id: number }>

/** Takes a file that nobody is at work on; undefined where somebody is by now. One that ended too many nodes has failed. */
export const claimFile = step({
  name: 'import_files.claim',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: OfChurch, { id, node }: Claim): Promise<Claimed | undefined> {
    const row =
      await tx.first<Claimed>(sql`select f.church_id, c.slug, f.id, f.name, f.bytes, f.kind, f.said::text as said, f.read_as::text as read_as,
        f.user_id, f.user_name, f.membership, f.role, f.tries + 1 as tries
      from import_files f join churches c on c.id = ${church.id}
      where f.church_id = ${church.id} and f.id = ${id} and f.status = 'running'
        and (f.claimed_until is null or f.claimed_until < clock_timestamp()) for no key update of f skip locked`)
    if (row === undefined) return undefined
    if (row.tries > MOST_TRIES) {
      await tx.run(sql`update import_files set status = 'failed', error = ${BROKEN}, claim = null,
        updated_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${id}`)
      return undefined
    }
    await tx.run(sql`update import_files set claim = ${node}, tries = ${row.tries}, progress = 0,
        claimed_until = ${tx.now}::timestamptz + ${CLAIM_SECONDS} * interval '1 second'
      where church_id = ${church.id} and id = ${id}`)
    return row
  },
})

/** Says that a node is still at work on a file, and how far it is. */
export const renewClaim = step({
  name: 'import_files.renew',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: OfChurch, { id, node, share }: Claim & { share: number }): Promise<void> {
    await tx.run(sql`update import_files set progress = ${share},
        claimed_until = ${tx.now}::timestamptz + ${CLAIM_SECONDS} * interval '1 second'
      where church_id = ${church.id} and id = ${id} and status = 'running' and claim = ${node}`)
  },
})

/** What was not imported, and why. */
interface Failure extends Claim {
  error: Worded
  outcomes: Iterable<CheckedRow>
}

/** A file that this node could not import has failed; one that another node has taken over has not. */
export const failFile = step({
  name: 'import_files.fail',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: OfChurch, { id, node, error, outcomes }: Failure): Promise<void> {
    const fault = typeof error === 'string' ? null : JSON.stringify(error)
    const failed = await tx.run(sql`update import_files set status = 'failed', error = ${saidIn(ENGLISH, error)},
        fault = ${fault}::jsonb, claim = null, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id} and status = 'running' and claim = ${node}`)
    if (failed > 0) await keepOutcomes(tx, church.id, id, outcomes)
  },
})
