/** What becomes of envelopes when two records of a person are merged, people are removed, or somebody is forgotten. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted } from '../../resource/forgetting.ts'
import { type NamesPeople, personOf } from '../../resource/person-reference.ts'
import { endedBy, type TakeBack } from '../../resource/take-back.ts'
import { ofTheirFamily } from '../people/forgetting.ts'
import { envelopes } from './envelopes.ts'

/** Of somebody who is removed they end: the number is free for others from the next day on. */
async function end(tx: Tx, church: number, people: readonly number[]): Promise<void> {
  await tx.run(sql`update envelopes set valid_to = greatest(${tx.now}::date, valid_from - 1), updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and person_id = any(${idArray(people)}) and (valid_to is null or valid_to > ${tx.now}::date)`)
}

export const peopleOfEnvelopes = {
  moved: [personOf(envelopes, deleted('The number is theirs no more; what was given under it stays in the books.'))],
  end,
} as const satisfies NamesPeople

/** A family that goes with its last person has no number either. */
export const envelopesOfFamilies: CopiesPeople = {
  table: 'envelopes',
  asked: { told: true },
  theirs: forgotten => ofTheirFamily(forgotten),
  forgotten: deleted('The number of a family goes with the family; what was given under it stays in the books.'),
}

const ended = endedBy(envelopes, {})

/** Those that an import gave out never were: they end before their first day. */
export const takeBackEnvelopes: TakeBack = {
  ...ended,
  async remove(tx, { church }, records) {
    await tx.run(sql`update envelopes set valid_to = valid_from - 1, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = any(${idArray(records.map(({ record_id }) => record_id))})`)
  },
}
