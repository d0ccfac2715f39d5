/** Whose gifts count towards a pledge: frozen when it is made, changed by hand. In one campaign a person's gifts count towards one pledge. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { because } from '../../texts/because.ts'

/** Who pledges. */
export interface Pledger {
  person_id?: number | null | undefined
  family_id?: number | null | undefined
}

/** Who would be the givers of a pledge: the person, or whoever is in the family. */
async function meant(db: Db, church: number, { person_id, family_id }: Pledger): Promise<number[]> {
  if (typeof person_id === 'number') return [person_id]
  if (typeof family_id !== 'number') return []
  const found = await db.all<{ id: number }>(sql`select id from people
    where church_id = ${church} and family_id = ${family_id} and not removed order by id`)
  return found.map(({ id }) => id)
}

/** Who would be the givers of a pledge. */
interface MeantGivers {
  /** Those whose gifts count towards no other pledge of the campaign. */
  free: number[]
  /** True where there is somebody, and all of them have pledged in the campaign already. */
  allTaken: boolean
}

/** Looks up whose gifts could count. Of a family that nobody is in it may be said later. */
export async function freeGivers(
  db: Db,
  church: number,
  campaign: number,
  pledger: Pledger,
  own?: number,
): Promise<MeantGivers> {
  const wanted = await meant(db, church, pledger)
  const taken = await db.all<{ person_id: number }>(sql`select person_id from pledge_givers
    where church_id = ${church} and campaign_id = ${campaign} and person_id = any(${idArray(wanted)})
      and pledge_id <> ${own ?? 0}`)
  const others = new Set(taken.map(({ person_id }) => person_id))
  const free = wanted.filter(id => !others.has(id))
  return { free, allTaken: wanted.length > 0 && free.length === 0 }
}

/** What is wrong with whoever pledges where nobody is left whose gifts could count, by the field. */
export const taken = ({ person_id }: Pledger): Record<string, string> =>
  typeof person_id === 'number'
    ? { person_id: because('has pledged in this campaign already') }
    : {
        family_id: because(
          'has nobody left whose gifts could count: all of them have pledged in this campaign already',
        ),
      }

/** The pledge that givers are of. */
interface OfPledge {
  id: number
  campaign_id: number
}

/** Puts givers on record, those who are taken meanwhile left out. @returns how many */
export const addGivers = (
  tx: Tx,
  church: number,
  { id, campaign_id }: OfPledge,
  people: readonly number[],
): Promise<number> =>
  tx.run(sql`insert into pledge_givers (church_id, pledge_id, campaign_id, person_id)
    select ${church}, ${id}, ${campaign_id}, person from unnest(${idArray([...people].sort((one, other) => one - other))}) as person
    order by person on conflict do nothing returning person_id`)

/** Nobody's gifts count towards it any more. */
export const dropGivers = (tx: Tx, church: number, pledge: number): Promise<number> =>
  tx.run(sql`delete from pledge_givers where church_id = ${church} and pledge_id = ${pledge}`)
