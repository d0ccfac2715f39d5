/** What is in use or under way in a church: whoever moves it is told before it is written into an archive. */
import type { Db } from '../db/database.ts'
import type { House } from '../resource/house.ts'
import { declaredOf } from './declared.ts'

/** A sentence for each kind of what is not settled, with how many there are; none where the church is at rest. */
export async function unsettledIn(db: Db, church: number, house: Pick<House, 'modules'>): Promise<string[]> {
  const sentences: string[] = []
  for (const { one, many, means, count } of declaredOf(house).unsettled) {
    const n = (await db.first<{ n: number }>(count(church)))?.n ?? 0
    if (n > 0) sentences.push(`${n} ${n === 1 ? one : many}: ${means}`)
  }
  return sentences
}
