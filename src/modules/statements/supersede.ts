/** A new version of a statement, where a gift of its giver has changed since: offered, never forced. The old one stays as it was issued. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { thaw } from '../../documents/frozen.ts'
import { ApiError } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { type Figures, figuresOf, type ReadFunds, saidOfGifts } from './figures.ts'
import { type Gathered, gatherOne } from './gather.ts'
import { byName, MAY_ISSUE, shownStatement } from './issue.ts'
import { statements } from './statements.ts'
import { type Before, supersedeAll, writeStatements } from './write-statements.ts'

interface Old extends Before {
  kind: 'statement' | 'receipt'
  from_on: string
  to_on: string
  person_id: number | null
  family_id: number | null
  contribution_id: number | null
  people: number[]
  run_id: number | null
  figures: string
  sha256: string
}

const oldOf = (tx: Tx, church: number, id: number): Promise<Old | undefined> =>
  tx.first<Old>(sql`select id, number, version, kind, from_on::text as from_on, to_on::text as to_on, person_id, family_id,
      contribution_id, people, run_id, figures, sha256
    from statements where church_id = ${church} and id = ${id}`)

/** Others of the same days with the same givers: there are some where two records of one person were merged. */
const alsoOf = (tx: Tx, church: number, old: Old): Promise<Old[]> =>
  tx.all<Old>(sql`select id, number, version, kind, from_on::text as from_on, to_on::text as to_on, person_id, family_id,
      contribution_id, people, run_id, figures, sha256
    from statements where church_id = ${church} and kind = 'statement' and status = 'issued' and ${old.kind} = 'statement'
      and from_on = ${old.from_on}::date and to_on = ${old.to_on}::date and id <> ${old.id}
      and people && ${idArray(old.people)} order by id for no key update`)

/** The gift that stands in the place of one by now: of the rest, where a part went back; it itself where nothing does. */
async function standingFor(tx: Tx, church: number, id: number): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`with recursive rest (id) as (
      select ${id}::bigint
      union all select c.id from rest join contributions as c on c.church_id = ${church} and c.replaces_id = rest.id)
    select max(id)::bigint as id from rest`)
  return row?.id ?? id
}

/** What the books say by now. Where no gift is left, the new version says so. */
async function anew(
  tx: Tx,
  church: number,
  olds: readonly Old[],
  said: Figures,
  gift: number | null,
): Promise<Gathered & { funds: ReadFunds }> {
  const [{ from_on: from, to_on: to, person_id, family_id }] = olds as readonly [Old]
  const people = [...new Set(olds.flatMap(old => old.people))]
  const which = gift === null ? sql`c.person_id = any(${idArray(people)})` : sql`c.id = ${gift}`
  const holder = { person: sql`${person_id}::bigint`, family: sql`${family_id}::bigint` }
  const found = await gatherOne(tx, church, { from, to }, holder, which)
  if (found !== undefined) return { ...found, people }
  return { person_id, family_id, people, who: { ...said.giver, givers: null }, lines: [], pledges: [], funds: {} }
}

/** True where a new version would say of gifts what the old one says. */
function saysTheSame(caller: Caller, said: Figures, found: Gathered & { funds: ReadFunds }): boolean {
  return caller.church.currency === said.currency && saidOfGifts(figuresOf(said, found)) === saidOfGifts(said)
}

export const supersedeStatement = action({
  name: 'statements.supersede',
  label: 'New version',
  logged: 'Issued a new version of a statement',
  asks: 'Issue a new version?',
  confirm:
    'It gets a number of its own and names this one, which stays on record as it was issued. The link to this one ends. Where the books say the same, nothing is issued.',
  submit: 'Issue',
  done: 'The statement says what the books say.',
  may: MAY_ISSUE,
  stepUp: true,
  alone: true,
  fields: { id: field.ref().required() },
  on: statements,
  when: { status: ['issued'] },
  async run(tx, { caller, clock, note }, { id }) {
    const { church } = caller
    const old = await oldOf(tx, church.id, id)
    if (old === undefined) throw new ApiError('not_found')
    if (old.people.length === 0) {
      throw new ApiError('wrong_state', {
        message: because('The giver is on record no more. What was issued stays as it is: it cannot be said anew.'),
      })
    }
    const said = thaw<Figures>(old, `statement ${old.number}`)
    // One for a family and one for a person become one for the family: it has the gifts of both.
    const olds = [old, ...(await alsoOf(tx, church.id, old))].toSorted(
      (one, other) => Number(other.family_id !== null) - Number(one.family_id !== null),
    )
    const gift = old.contribution_id === null ? null : await standingFor(tx, church.id, old.contribution_id)
    const { funds, ...gathered } = await anew(tx, church.id, olds, said, gift)
    if (olds.length === 1 && saysTheSame(caller, said, { funds, ...gathered })) {
      await tx.run(sql`update statements set as_of = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and id = ${id}`)
      note({ detail: { same: true } })
      return await shownStatement(tx, caller, id)
    }
    const what = { kind: old.kind, span: { from: old.from_on, to: old.to_on }, note: said.note, funds, as_of: tx.now }
    const more = {
      by: byName(caller),
      ...(old.run_id !== null && { run: old.run_id }),
      ...(gift !== null && { contribution: gift }),
    }
    const [made] = await writeStatements(tx, church, { ...what, ...more }, [gathered], clock.now(), olds)
    if (made === undefined) throw new Error('The new version was not written.')
    await supersedeAll(tx, church.id, olds, made)
    note({ detail: { number: made.number, supersedes: olds.map(({ number }) => number) } })
    return await shownStatement(tx, caller, made.id)
  },
})
