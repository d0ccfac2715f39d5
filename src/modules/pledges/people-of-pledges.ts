/** What becomes of pledges when two records of a person are merged, or somebody is forgotten (decision 0029). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted, hasWords, MAYBE_OTHERS, nameless } from '../../resource/forgetting.ts'
import { type Merge, type MovedReference, type NamesPeople, personOf } from '../../resource/person-reference.ts'
import { ofTheirFamily } from '../people/forgetting.ts'
import { pledgePrinter } from './fields.ts'
import { cancelRow } from './pledge-actions.ts'
import { pledges } from './pledges.ts'

const forgotten = nameless(
  'What was promised stays in the figures of its campaign, without a name.',
  () => ({
    person_id: sql`null`,
    donor_name: sql`null`,
    donor_email: sql`null`,
    note: sql`null`,
    sender: sql`null`,
    link_version: sql`t.link_version + 1`,
  }),
  { alsoBy: ['donor_email'] },
)

const giversForgotten = deleted('Gifts of nobody count towards no pledge.')

/**
 * Gifts of the kept record count from now on where those of the removed one did, but for campaigns in which they count already:
 * there a pledge that would count nobody's gifts any more is cancelled, since two records of one person mostly tell of one promise.
 */
async function moveGivers(tx: Tx, { church, removed, kept }: Merge): Promise<void> {
  const doubled = await tx.all<{ pledge_id: number; campaign_id: number }>(sql`delete from pledge_givers as g
    where g.church_id = ${church} and g.person_id = ${removed} and g.campaign_id in (select campaign_id from pledge_givers
      where church_id = ${church} and person_id = ${kept}) returning g.pledge_id, g.campaign_id`)
  await tx.run(sql`update pledge_givers set person_id = ${kept} where church_id = ${church} and person_id = ${removed}`)
  for (const { pledge_id } of doubled.toSorted((one, other) => one.pledge_id - other.pledge_id)) {
    const left = await tx.first(
      sql`select 1 from pledge_givers where church_id = ${church} and pledge_id = ${pledge_id} limit 1`,
    )
    if (left !== undefined) continue
    const [row] = await tx.text(sql`select ${pledgePrinter.columnsIn(church)} from pledges as t
      where t.church_id = ${church} and t.id = ${pledge_id} for no key update`)
    if (row !== undefined) await cancelRow(tx, church, row)
  }
}

const givers: MovedReference<'pledge_givers'> = {
  table: 'pledge_givers',
  words: { one: 'pledge that their gifts count towards', many: 'pledges that their gifts count towards' },
  read: 'pledges',
  ofBranches: false,
  forgotten: giversForgotten,
  left: (church, kept) => sql`t.campaign_id in (select campaign_id from pledge_givers
    where church_id = ${church} and person_id = ${kept})`,
  move: moveGivers,
}

/** Pledges follow the person, whatever becomes of their givers. Who is removed keeps them: what was promised and given is history. */
export const peopleOfPledges = { moved: [personOf(pledges, forgotten), givers] } as const satisfies NamesPeople

/** Notes may name others. */
export const pledgeCopies: readonly CopiesPeople[] = [
  {
    table: 'pledges',
    asked: MAYBE_OTHERS,
    theirs: ({ names }) => hasWords(sql`coalesce(t.note, '')`, names),
    forgotten: nameless('Notes of pledges that name them go.', () => ({ note: sql`null` })),
  },
  {
    table: 'pledges',
    asked: { told: true },
    theirs: forgotten => ofTheirFamily(forgotten),
    forgotten: nameless('What their family promised stays in the figures of its campaign, without the family.', () => ({
      family_id: sql`null`,
    })),
  },
]
