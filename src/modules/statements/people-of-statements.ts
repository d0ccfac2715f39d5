/** What becomes of statements when two records of a person are merged, or somebody is forgotten: documents that were issued stay. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { deleted, kept } from '../../resource/forgetting.ts'
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
