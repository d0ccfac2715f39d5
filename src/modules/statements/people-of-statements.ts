/** What becomes of statements when two records of a person are merged, or somebody is forgotten: documents that were issued stay. */
import { idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted, type Forgotten, kept } from '../../resource/forgetting.ts'
import { type MovedReference, type NamesPeople, personIn, personOf } from '../../resource/person-reference.ts'
import { statements } from './statements.ts'

const asIssued = kept(
  'The law makes a church keep the receipts and statements that it issued, as they were: name, address and gifts. They belong to no record any more, and no link opens them.',
  {
    blank: () => ({
      link_version: sql`t.link_version + 1`,
      people: sql`array_remove(t.people, t.person_id)`,
      person_id: sql`null`,
    }),
  },
)

const followed = personOf(statements, asIssued)

/** They follow the person with the gifts that stand on them. The figures say what they said. */
const ofGiver: MovedReference<'statements'> = {
  ...followed,
  async move(tx: Tx, merge) {
    const { church, removed, kept: to } = merge
    await followed.move(tx, merge)
    // Of two statements of the same days a new version makes one: it is offered, since their gifts count as changed.
    await tx.run(sql`update statements set people = array_replace(people, ${removed}::bigint, ${to}::bigint),
        updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and people && array[${removed}::bigint]`)
    await tx.run(sql`update statements set sent_person_id = ${to}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and sent_person_id = ${removed}`)
  },
}

const drafts = personIn(
  'statement_drafts',
  'statements',
  { one: 'statement that is being issued', many: 'statements that are being issued' },
  deleted('Nothing is issued for them any more.'),
)

const ofDrafts: MovedReference<'statement_drafts'> = {
  ...drafts,
  async move(tx, merge) {
    await drafts.move(tx, merge)
    await tx.run(sql`update statement_drafts set people = array_replace(people, ${merge.removed}::bigint, ${merge.kept}::bigint)
      where church_id = ${merge.church} and people && array[${merge.removed}::bigint]`)
  },
}

export const peopleOfStatements = {
  moved: [ofGiver, ofDrafts],
  stays: [
    {
      table: 'statements',
      columns: ['sent_person_id'],
      because: 'who was sent the link moves with the statements of the giver',
      untold: 'they are told of the statements themselves',
      forgotten: kept('The statement stays, without whom its link was sent to.', {
        blank: () => ({ link_version: sql`t.link_version + 1`, sent_person_id: sql`null` }),
      }),
    },
  ],
} as const satisfies NamesPeople

const giversAmong = ({ ids }: Forgotten): Sql => sql`t.people && ${idArray(ids)}`

const others = ({ ids }: Forgotten): Sql => sql`array(select one from unnest(t.people) as one
  where one <> all(${idArray(ids)}))`

/** Of a family the others get theirs all the same: without the gifts, the name and the pledges of who is forgotten. */
async function leaveHouseholds(tx: Tx, forgotten: Forgotten): Promise<void> {
  const ids = idArray(forgotten.ids)
  const texts = forgotten.ids.map(String)
  await tx.run(sql`update statement_drafts as t set people = ${others(forgotten)},
      who = jsonb_set(t.who::jsonb, '{givers}', (t.who::jsonb -> 'givers') - ${texts}::text[])::text,
      lines = (select coalesce(json_agg(l.line order by l.n), '[]')::text
        from jsonb_array_elements(t.lines::jsonb) with ordinality as l (line, n)
        where (l.line ->> 8)::bigint <> all(${ids})),
      pledges = (select coalesce(json_agg(l.pledge order by l.n), '[]')::text
        from jsonb_array_elements(coalesce(t.pledges, '[]')::jsonb) with ordinality as l (pledge, n)
        where (l.pledge ->> 'person')::bigint is null or (l.pledge ->> 'person')::bigint <> all(${ids}))
    where t.church_id = ${forgotten.church.id} and ${giversAmong(forgotten)} and not t.people <@ ${ids}`)
}

/** What stands on statements of families of somebody who is forgotten. */
export const statementCopies: readonly CopiesPeople[] = [
  {
    table: 'statement_drafts',
    asked: { untold: 'They become statements within minutes.' },
    theirs: giversAmong,
    forgotten: deleted('Nothing is issued for them any more.', { before: leaveHouseholds }),
  },
  {
    table: 'statements',
    asked: { told: ['number', 'kind', 'year', 'from_on', 'to_on', 'issued_on', 'status'] },
    theirs: giversAmong,
    forgotten: kept('What was issued to their family stays as it was issued, and names none of its records.', {
      blank: forgotten => ({ people: others(forgotten) }),
    }),
  },
]
