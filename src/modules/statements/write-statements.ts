/** Puts statements on record: computed, numbered, frozen, in the transaction of who issues them. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { freeze } from '../../documents/frozen.ts'
import { nextNumbers, numberText } from '../../documents/numbers.ts'
import { today } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { type Figures, figuresOf, giftsOn, type Head, type ReadFunds } from './figures.ts'
import type { Gathered, Span } from './gather.ts'

/** What tells kinds apart on paper; never changed, since they stand on paper. */
export const PREFIXES = { statement: 'S', receipt: 'R' } as const

/** What is issued, and for whom. */
export interface Issuing {
  kind: 'statement' | 'receipt'
  span: Span
  note: string | null
  funds: ReadFunds
  /** A moment before the gifts were read, as PostgreSQL writes it. */
  as_of: string
  /** Name of who issues it; null for the command line. */
  by: string | null
  run?: number
  /** The gift of a receipt. */
  contribution?: number
}

/** Statements that a new one takes the place of, the one that was asked for first. */
export interface Before {
  id: number
  number: string
  version: number
}

/** A statement that is on record. */
export interface Issued {
  id: number
  number: string
}

interface Branch {
  id: number
  parent_id: number | null
  address: string | null
  phone: string | null
  email: string | null
}

const branchesOf = (db: Pick<Db, 'all'>, church: number): Promise<Branch[]> =>
  db.all<Branch>(sql`select id, parent_id, address, phone, email from branches where church_id = ${church}`)

/** The letterhead: the church, with the address of the branch that the statement belongs to. */
function letterhead(church: Church, branch: Branch | undefined): Head['church'] {
  const contact = [branch?.phone, branch?.email].filter(Boolean).join(' · ')
  return { name: church.name, address: branch?.address ?? null, contact: contact === '' ? null : contact }
}

/** That of the head branch, for what belongs to none yet. */
export async function headLetterhead(db: Pick<Db, 'all'>, church: Church): Promise<Head['church']> {
  const branches = await branchesOf(db, church.id)
  return letterhead(
    church,
    branches.find(({ id }) => id === church.hq_branch_id),
  )
}

const TYPES = raw(`number text, kind text, version integer, run_id bigint, person_id bigint, family_id bigint,
  contribution_id bigint, branch_id bigint, people text, giver text, from_on date, to_on date, currency text, base_total bigint,
  gifts integer, figures text, sha256 text, supersedes_id bigint, issued_on date`)
const COLUMNS =
  raw(`number, kind, version, run_id, person_id, family_id, contribution_id, branch_id, giver, from_on, to_on,
  currency, base_total, gifts, figures, supersedes_id, issued_on`)

/**
 * Issues statements, in their order. Numbers are taken last of all locks, and kept by the commit.
 * @param before what the one statement takes the place of
 */
export async function writeStatements(
  tx: Tx,
  church: Church,
  { kind, span, note, funds, as_of, by, run, contribution }: Issuing,
  gathered: readonly Gathered[],
  now: Date,
  before: readonly Before[] = [],
): Promise<Issued[]> {
  if (gathered.length === 0) return []
  const day = today(now, church.timezone)
  const year = Number(day.slice(0, 4))
  const branches = await branchesOf(tx, church.id)
  const branchOf = await smallestBranches(tx, church, branches, gathered)
  const first = await nextNumbers(tx, { church: church.id, kind, year }, gathered.length)
  const [replaced] = before
  const rows = gathered.map(({ who, lines, pledges, people, person_id, family_id }, at) => {
    const branch_id = branchOf(people, lines)
    const head = letterhead(
      church,
      branches.find(({ id }) => id === branch_id),
    )
    const number = numberText(PREFIXES[kind], year, first + at)
    const version = (replaced?.version ?? 0) + 1
    const supersedes = before.map(one => one.number)
    const about = { kind, number, version, supersedes, issued_on: day, church: head, note }
    const said: Figures = figuresOf({ ...about, ...span, currency: church.currency }, { who, lines, pledges, funds })
    const { figures, sha256 } = freeze(said)
    return {
      ...{ number, kind, version, person_id, family_id, figures, giver: who.name, issued_on: day },
      ...{ run_id: run ?? null, contribution_id: contribution ?? null, supersedes_id: replaced?.id ?? null },
      ...{ from_on: span.from, to_on: span.to, currency: church.currency, base_total: said.base.total },
      ...{ people: `{${people.join()}}`, branch_id, gifts: giftsOn(said) },
      sha256: sha256.toString('hex'),
    }
  })
  return await tx.all<Issued>(sql`insert into statements (church_id, ${COLUMNS}, people, year, sha256, issued_by, as_of,
      created_at, updated_at)
    select ${church.id}, ${COLUMNS}, people::bigint[], extract(year from to_on)::integer, decode(sha256, 'hex'), ${by},
      ${as_of}::timestamptz, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (${TYPES})) with ordinality
    order by ordinality returning id, number`)
}

/** For each statement the smallest branch that has its givers and all of its gifts. */
async function smallestBranches(
  tx: Tx,
  church: Church,
  branches: readonly Branch[],
  gathered: readonly Gathered[],
): Promise<(people: readonly number[], lines: Gathered['lines']) => number> {
  const parents = new Map(branches.map(({ id, parent_id }) => [id, parent_id]))
  const people = await tx.all<{ id: number; branch_id: number }>(sql`select id, branch_id from people
    where church_id = ${church.id} and id = any(${idArray([...new Set(gathered.flatMap(one => one.people))])})`)
  const ofPerson = new Map(people.map(({ id, branch_id }) => [id, branch_id]))
  return (givers, lines) => {
    const all = [...givers.map(id => ofPerson.get(id) ?? church.hq_branch_id), ...lines.map(line => line[9])]
    return smallestBranch(parents, [...new Set(all)], church.hq_branch_id)
  }
}

/** A branch and those above it, the branch itself first. */
function waysUp(parents: ReadonlyMap<number, number | null>, branch: number): number[] {
  const way: number[] = []
  for (let one: number | null | undefined = branch; one !== null && one !== undefined; one = parents.get(one)) {
    if (way.includes(one)) break
    way.push(one)
  }
  return way
}

function smallestBranch(
  parents: ReadonlyMap<number, number | null>,
  branches: readonly number[],
  head: number,
): number {
  const [first, ...others] = branches.map(branch => waysUp(parents, branch))
  return first?.find(one => others.every(way => way.includes(one))) ?? head
}

/** Marks statements as superseded by another; no link to them leads anywhere from then on. */
export const supersedeAll = (tx: Tx, church: number, before: readonly Before[], by: Issued): Promise<number> =>
  tx.run(sql`update statements set status = 'superseded', superseded_by_id = ${by.id}, link_version = link_version + 1,
      updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = any(${idArray(before.map(({ id }) => id))})`)
