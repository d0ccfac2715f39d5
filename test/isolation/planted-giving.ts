/** What of giving no resource of the API makes, in each branch of a church of the world. */
import { sql } from '../../src/db/sql.ts'
import { freeze } from '../../src/documents/frozen.ts'
import { settle } from '../../src/modules/online-giving/settle.ts'
import { figuresOf, type Head } from '../../src/modules/statements/figures.ts'
import { plantGift, plantRecurring, plantRefund } from '../support/giving.ts'
import type { TestService } from '../support/service.ts'
import { canary, nextSerial } from './canaries.ts'
import type { Rec, World } from './world.ts'

/** Online gifts of a person of each branch, begun and, the first of each branch, paid. */
export async function plantGifts({ database }: TestService, { number, test, branches, records }: World, each: number) {
  const made: Rec[] = []
  const back: Rec[] = []
  const get = async (path: string) => (await test.send('GET', path)).json.data
  for (let n = 1; n <= each; n += 1) {
    for (const [branch] of branches.entries()) {
      const mark = canary(number, branch, nextSerial())
      const giver = records.get('people')?.find(one => one.branch === branch)?.data
      const donor = { donor_name: mark, donor_email: giver.email, note: mark }
      const { id, reference } = await plantGift(database, test.church, test.fund_id, donor)
      if (n === 1) {
        const paid = { payment_id: mark, amount: 150050, currency: 'NGN', fee: null, method: 'card' }
        const by = { church: test.church, provider: 'development', reference }
        const clock = { now: () => new Date() }
        const state = { status: 'succeeded', paid_at: null, is_test: false, ...paid } as const
        await database.write(test.church.id, tx => settle(tx, clock, by, state))
      }
      // Only a gift that is paid is its giver's; the others are put into their branch.
      if (n > 1) await intoBranch(database, test.church.id, id, branches[branch] ?? 0)
      const data = await get(`/gifts/${id}`)
      made.push({ id, branch, removed: false, data })
      const refund = await plantRefund(database, test.church, id, mark)
      back.push({ id: refund, branch, removed: false, data: await get(`/refunds/${refund}`) })
      if (n > 1) continue
      const contribution = await get(`/contributions/${data.contribution_id}`)
      records.get('contributions')?.push({ id: contribution.id, branch, removed: false, data: contribution })
    }
  }
  records.set('gifts', made)
  records.set('refunds', back)
}

/** Of a statement without gifts. */
const HEAD: Omit<Head, 'number'> = {
  kind: 'statement',
  version: 1,
  supersedes: [],
  issued_on: '2025-01-05',
  church: { name: 'Grace', address: null, contact: null },
  from: '2024-01-01',
  to: '2024-12-31',
  currency: 'NGN',
  note: null,
}

const NOBODY = { address: null, place: null, givers: null }

/** A statement of somebody of each branch, without gifts. */
export async function plantStatements({ database }: TestService, world: World, each: number): Promise<void> {
  const { number, test, branches, records } = world
  const made: Rec[] = []
  const { id: church } = test.church
  const places = Array.from({ length: each }, () => [...branches.entries()]).flat()
  for (const [branch, branch_id] of places) {
    const serial = nextSerial()
    const giver = canary(number, branch, serial)
    const said = `S-2024-${String(serial).padStart(6, '0')}`
    const person = records.get('people')?.find(one => one.branch === branch)
    const family = records.get('families')?.find(one => one.branch === branch)
    const { figures, sha256 } = freeze(
      figuresOf({ ...HEAD, number: said }, { who: { ...NOBODY, name: giver }, lines: [], pledges: [], funds: {} }),
    )
    const row = await database.write(church, tx =>
      tx.first<{
        id: number
      }>(sql`insert into statements (church_id, number, kind, person_id, family_id, branch_id, people,
          giver, year, from_on, to_on, currency, base_total, gifts, figures, sha256, issued_on, as_of, created_at, updated_at)
        values (${church}, ${said}, 'statement', ${person?.id ?? null}, ${family?.id ?? null}, ${branch_id},
          array[${person?.id ?? 0}::bigint], ${giver}, 2024, '2024-01-01', '2024-12-31', 'NGN', 0, 0, ${figures}, ${sha256},
          now(), now(), ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`),
    )
    const id = row?.id ?? 0
    made.push({ id, branch, removed: false, data: (await test.send('GET', `/statements/${id}`)).json.data })
  }
  records.set('statements', made)
}

/** Recurring gifts, of people of their branches. */
export async function plantRecurringGifts({ database }: TestService, world: World, each: number): Promise<void> {
  const { number, test, branches, records } = world
  const made: Rec[] = []
  for (let n = 1; n <= each; n += 1) {
    for (const [branch, branch_id] of branches.entries()) {
      const giver = records.get('people')?.find(one => one.branch === branch)?.data
      const donor_name = canary(number, branch, nextSerial())
      const donor = { branch_id, donor_name, donor_email: giver.email, person_id: giver.id }
      const id = await plantRecurring(database, test.church, test.fund_id, donor)
      const { data } = (await test.send('GET', `/recurring_gifts/${id}`)).json
      made.push({ id, branch, removed: false, data })
    }
  }
  records.set('recurring_gifts', made)
}

const intoBranch = (database: TestService['database'], church: number, gift: number, branch: number): Promise<number> =>
  database.write(church, tx =>
    // Nobody asks its provider what became of it, however long the suite takes.
    tx.run(sql`update gifts set branch_id = ${branch}, look_at = null where church_id = ${church} and id = ${gift}`),
  )
