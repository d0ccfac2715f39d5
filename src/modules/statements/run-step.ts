/**
 * Issues the statements of a period, a few at a time. The books are read once, by one statement, into drafts: so all of them are of
 * one moment, however long it takes and whoever is killed meanwhile. A draft is gone when its statement is on record.
 */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Due } from '../../resource/agenda.ts'
import type { Church } from '../../resource/caller.ts'
import { type StepContext, step } from '../../resource/step.ts'
import type { ReadFunds } from './figures.ts'
import { BY_FAMILY, BY_PERSON, covered, fundsSql, type GatheredRow, gathered, readGathered } from './gather.ts'
import { sendSome } from './send-link.ts'
import { writeStatements } from './write-statements.ts'

/** Of the agenda. */
export const STATEMENT_RUNS = 'statement_runs'

/** Statements of one transaction: a tenth of a second or so, and some megabytes. */
const AT_ONCE = 200

/** Reading the books of a large church takes longer than a request may. */
const READING_MS = 600_000

interface Run {
  id: number
  from_on: string
  to_on: string
  by: 'person' | 'family'
  note: string | null
  status: 'preparing' | 'issuing' | 'issued'
  funds: string | null
  sends: boolean
  issued_by: string | null
  as_of: string
}

/** Does the next part of a run. @returns whether there is more to do */
async function goOn(tx: Tx, church: Church, id: number, now: Date): Promise<boolean> {
  const run =
    await tx.first<Run>(sql`select id, from_on::text as from_on, to_on::text as to_on, by, note, status, funds,
      sends, issued_by, as_of::text as as_of
    from statement_runs where church_id = ${church.id} and id = ${id} for no key update`)
  if (run === undefined) return false
  if (run.status === 'preparing') return await readBooks(tx, church, run)
  if (run.status === 'issuing') return await issueSome(tx, church, run, now)
  return run.sends && (await sendOn(tx, church, run, now))
}

async function readBooks(tx: Tx, church: Church, { id, from_on: from, to_on: to, by }: Run): Promise<true> {
  const span = { from, to }
  await tx.run(sql`select set_config('statement_timeout', ${String(READING_MS)}, true)`)
  const which = sql`c.person_id not in (${covered(church.id, span)})`
  await tx.run(sql`
    with one as (${gathered(church.id, span, by === 'family' ? BY_FAMILY : BY_PERSON, which)}),
      made as (insert into statement_drafts (church_id, run_id, person_id, family_id, people, who, lines, pledges)
        select ${church.id}, ${id}, one.person_id, one.family_id, one.people, one.who, one.lines,
          one.pledges from one returning 1),
      counted as (select count(*)::integer as n from made),
      fund as (${fundsSql(church.id)})
    update statement_runs as t set status = 'issuing', total = counted.n, funds = fund.coalesce
    from counted, fund where t.church_id = ${church.id} and t.id = ${id}`)
  return true
}

async function issueSome(tx: Tx, church: Church, run: Run, now: Date): Promise<boolean> {
  const { id, from_on: from, to_on: to, note, as_of, issued_by: by } = run
  const rows = await tx.all<
    GatheredRow & { id: number }
  >(sql`select id, person_id, family_id, people, who, lines, pledges
    from statement_drafts where church_id = ${church.id} and run_id = ${id} order by id limit ${AT_ONCE}`)
  if (rows.length === 0) {
    await tx.run(sql`update statement_runs set status = 'issued', finished_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id}`)
    return run.sends
  }
  const funds = JSON.parse(run.funds ?? '{}') as ReadFunds
  const what = { kind: 'statement', span: { from, to }, note, funds, as_of, by, run: id } as const
  await writeStatements(tx, church, what, rows.map(readGathered), now)
  await tx.run(sql`delete from statement_drafts
    where church_id = ${church.id} and id = any(${idArray(rows.map(row => row.id))})`)
  await tx.run(sql`update statement_runs set issued = issued + ${rows.length}
    where church_id = ${church.id} and id = ${id}`)
  return true
}

/** Links to those who had none yet; who has no address is passed over. */
async function sendOn(tx: Tx, church: Church, { id }: Run, now: Date): Promise<boolean> {
  const sent = await sendSome(tx, church, sql`t.run_id = ${id} and t.sent_at is null`, AT_ONCE, now)
  if (sent > 0) return true
  await tx.run(sql`update statement_runs set sends = false where church_id = ${church.id} and id = ${id}`)
  return false
}

/** One part, for who does not wait for a node: a command. @returns whether there is more to do */
export const runOn = step<number, boolean>({
  name: 'statements.run',
  by: 'worker',
  run: (tx: Tx, { church, clock }: StepContext, id: number) => goOn(tx, church, id, clock.now()),
})

/** What the agenda does of runs. */
export const runsDue: Due = {
  kind: STATEMENT_RUNS,
  sweep: sql`select church_id, id as record_id, created_at as due_at from statement_runs where status <> 'issued' or sends`,
  async run(tx, { church, clock }, id) {
    return (await goOn(tx, church, id, clock.now())) ? clock.now() : null
  },
}
