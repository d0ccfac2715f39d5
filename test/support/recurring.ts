/** Recurring gifts in tests: a church whose givers began some, and the work on them, done when the test says so. */
import { after, before } from 'node:test'
import { pino } from 'pino'
import { doDue } from '../../src/agenda/agenda-worker.ts'
import { kindsOf } from '../../src/agenda/hints.ts'
import { sql } from '../../src/db/sql.ts'
import { HOUSE } from '../../src/house.ts'
import { MODULES } from '../../src/modules/index.ts'
import { chargeDue } from '../../src/modules/recurring-gifts/charge-worker.ts'
import { giverLink } from '../../src/modules/recurring-gifts/giver-route.ts'
import { recurringGiftsModule } from '../../src/modules/recurring-gifts/module.ts'
import { turnOn } from '../../src/modules/recurring-gifts/when.ts'
import type { Module } from '../../src/resource/module.ts'
import { doingOn } from '../../src/resource/step.ts'
import { type GivingChurch, type GivingService, givingParts, type Keyed, startGiving } from './giving.ts'
import { useOutbox } from './messaging.ts'

/** The same modules, of which none works on recurring gifts by itself. */
const idle: Module = {
  ...recurringGiftsModule,
  agenda: [],
  serve: parts => {
    const { publicRoutes = [] } = recurringGiftsModule.serve?.(parts) ?? {}
    return { publicRoutes }
  },
}
export const IDLE_MODULES: readonly Module[] = MODULES.map(one => (one.name === idle.name ? idle : one))

/** Starts a service that charges nobody by itself, with a clock that the test moves. */
export const startRecurring = (): Promise<GivingService> => startGiving({}, { modules: IDLE_MODULES, moves: true })

/** Does what is due of recurring gifts by the test's clock, until nothing is left. */
export async function workOff(service: GivingService): Promise<void> {
  const parts = givingParts(service)
  do await beginDue(service)
  while ((await chargeDue(parts)) > 0)
}

/** Begins what is due, and charges nothing. */
export async function beginDue({ database, clock }: GivingService): Promise<void> {
  const agenda = {
    ...doingOn(database, clock, HOUSE),
    ...{ clock, log: pino({ level: 'silent' }), kinds: kindsOf([recurringGiftsModule]) },
  }
  await doDue(agenda)
}

/** Moves the clock to a moment of the church's wall, forward only. */
export function moveTo(service: GivingService, moment: string): void {
  service.pass((Date.parse(moment) - service.clock.now().getTime()) / 60_000)
}

/** The address of the giver's page. */
export async function giverPath(service: GivingService, church: GivingChurch, record: number): Promise<string> {
  const expires = new Date(service.clock.now().getTime() + 400 * 86_400_000)
  const given = await giverLink.give(
    service.database.read,
    service.vault,
    { church: church.church.id, record },
    expires,
  )
  return `${service.url}${given?.path}`
}

/** Records of the API, each as a whole. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test asserts it to be
export async function recurringOf(church: GivingChurch): Promise<any[]> {
  const { data } = (await church.send('GET', '/recurring_gifts')).json
  return await Promise.all(
    data.map(async ({ id }: { id: number }) => (await church.send('GET', `/recurring_gifts/${id}`)).json.data),
  )
}

/** A giver fills the form in and pays the first gift. @returns the id of the recurring gift, which is active */
export async function beginRecurring(
  service: GivingService,
  church: GivingChurch,
  provider: Keyed,
  changes: Record<string, string> = {},
): Promise<number> {
  const led = await church.give({ frequency: 'monthly', mode: 'charge', ...changes })
  if (led.status !== 303) throw new Error(`The form is refused: ${led.text}`)
  await payLatest(service, church, provider)
  await workOff(service)
  return (await recurringOf(church)).at(-1)?.id
}

/** The giver pays at the checkout that was begun last, and the provider calls back. */
export async function payLatest(service: GivingService, church: GivingChurch, provider: Keyed): Promise<void> {
  if (provider === 'stripe') {
    const session = service.stripe.sessions.at(-1)
    if (session === undefined) throw new Error('There is no session.')
    service.stripe.pay(session)
    await church.callBack(service.stripe.event('checkout.session.completed', session))
  } else if (provider === 'paystack') {
    const transaction = service.paystack.transactions.at(-1)
    if (transaction === undefined) throw new Error('There is no transaction.')
    service.paystack.pay(transaction)
    await church.callBack(service.paystack.event('charge.success', transaction))
  } else {
    const [gift] = (await church.gifts()).filter(({ status }) => status === 'pending')
    await fetch(`${church.page}/test/${gift.reference}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'pay' }),
    })
  }
}

/** The periods of a recurring gift, as they stand. */
export const periodsOf = (
  { database }: GivingService,
  { church }: GivingChurch,
  id: number,
): Promise<{ due_on: string; status: string; tries: number; error: string | null; told: number }[]> =>
  database.read.all(sql`select due_on, status, tries, error, told from recurring_periods
    where church_id = ${church.id} and recurring_id = ${id} order by due_on`)

/** Where recurring gifts of a test are: the service, and the church that the test is about by now. */
interface Scene {
  service: GivingService
  church: GivingChurch
}

/**
 * What tests of recurring gifts do again and again, on a service of their file's own: it starts before them and is closed behind them.
 * @param show is handed each church that a test begins with, and the service that it is in
 */
export function recurringDesk(show: (scene: Scene) => void) {
  let at: Scene
  let service: GivingService
  before(async () => {
    service = await startRecurring()
  })
  after(() => service.close())
  const { periods, ...desk } = {
    /** A church whose givers have begun nothing yet, on the last day of January. */
    async church(provider: Keyed, settings?: object): Promise<void> {
      service.resetClock()
      moveTo(service, '2027-01-31T09:00:00Z')
      at = { service, church: await service.givingChurch(provider, settings) }
      show(at)
      await useOutbox(service, at.church)
    },
    begin: (provider: Keyed, changes: Record<string, string> = {}) =>
      beginRecurring(service, at.church, provider, changes),
    /** The same with a gift that repeats; those of the tests before are charged no more. @returns its id */
    async fresh(provider: Keyed): Promise<number> {
      await service.database.write(0, tx =>
        tx.run(sql`update recurring_gifts set held_at = now() where held_at is null`),
      )
      await desk.church(provider)
      return await desk.begin(provider)
    },
    /** The turn of a day has come. */
    turn(day: string, id: number): void {
      moveTo(service, new Date(turnOn(day, at.church.church, id).getTime() + 1_000).toISOString())
    },
    async on(day: string, id: number): Promise<void> {
      desk.turn(day, id)
      await workOff(service)
    },
    one: async () => (await recurringOf(at.church)).at(-1),
    periods: (id: number) => periodsOf(service, at.church, id),
    /** Each as its day and its status. */
    said: async (id: number) => (await periods(id)).map(({ due_on, status }) => `${due_on} ${status}`),
    succeeded: async () => (await at.church.gifts()).filter(({ status }) => status === 'succeeded'),
    /** Subjects of what was written to givers. */
    async messages(): Promise<string[]> {
      const sent = await service.database.read.all<{ subject: string }>(sql`select subject from messages
        where church_id = ${at.church.church.id} order by id`)
      return sent.map(({ subject }) => subject)
    },
    told: async (name: string) => (await at.church.events()).filter(event => event.name === name),
    /** What Stripe calls the card of the latest checkout. */
    card: () => `pm_${String(service.stripe.sessions.at(-1)?.payment_intent).slice(3)}`,
  }
  return { ...desk, periods }
}
