/**
 * The agenda: what is due when. A row is a hint and no more. It is written with its record, in the same transaction; when it is
 * due some node claims it, and the step of its kind looks at the record itself, does what is due, and says when to look again.
 * A hint that is lost, doubled, early or late does no harm: the record decides, and a sweep makes missing hints anew.
 */
import type { Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { StepContext } from './step.ts'

/** One kind of what is due; declared by a module (`agenda`). */
export interface Due {
  /** Such as `reminders`; hints are stored by it. */
  kind: string
  /**
   * Does one step, in the one transaction that is opened for it: locks the record, looks at its own state and time, and acts on
   * those, whatever the hint said. Two nodes may come at once, and a node may come too early.
   * @returns when to look again; null where nothing more is to be done, or there is no such record
   */
  run(tx: Tx, context: StepContext, record: number): Promise<Date | null>
  /** Every record that has to have a hint, of all churches: a select of `church_id`, `record_id` and `due_at`. */
  sweep: Sql
}

/**
 * Writes a hint: the record is looked at then, or before. It never puts off what is on the agenda already; where it comes too
 * early for that, the step says when.
 */
export async function putOnAgenda(tx: Tx, church: number, kind: string, record: number, due: Date): Promise<void> {
  await hintAt(tx, church, kind, [{ record, due }])
}

/** The same of many records. */
export async function hintAt(
  tx: Tx,
  church: number,
  kind: string,
  hints: readonly { record: number; due: Date }[],
): Promise<void> {
  // In one order, whoever writes: two that write the same ones wait for each other and do not meet halfway.
  const rows = hints.toSorted((one, other) => one.record - other.record)
  // Whoever is at work on it keeps hands off what was written meanwhile: its claim is gone.
  await tx.run(sql`insert into agenda (kind, church_id, record_id, due_at)
    select ${kind}, ${church}, record_id, due_at
    from unnest(${rows.map(({ record }) => record)}::bigint[], ${rows.map(({ due }) => due.toISOString())}::timestamptz[])
      as hints (record_id, due_at) order by record_id
    on conflict (kind, church_id, record_id) do update
      set due_at = least(agenda.due_at, excluded.due_at), claimed_until = null, tries = 0`)
}

/** Drops the hints of a church whose records are gone, or have nothing due any more. */
export async function dropIdleHints(tx: Tx, church: number, agenda: readonly Due[]): Promise<void> {
  for (const { kind, sweep } of agenda) {
    await tx.run(sql`delete from agenda where kind = ${kind} and church_id = ${church}
      and record_id not in (select w.record_id from (${sweep}) as w where w.church_id = ${church})`)
  }
}
