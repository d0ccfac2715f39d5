/**
 * Steps: the actions of those who are not signed in: givers, callbacks of providers, workers. What they are given comes from
 * our own code, so it is typed and not declared by fields (decision 0033); whoever may is whoever the route or the worker let in. Like an
 * action a step gets the transaction and nothing that could open another.
 */
import { type Database, type Db, NO_CHURCH, type Tx } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { type Speech, withLanguage } from '../texts/spoken.ts'
import type { Agent, Church } from './caller.ts'
import type { AskedHouse } from './resource.ts'

/** As much of a church as every step needs. */
type SomeChurch = Pick<Church, 'id'>

/** What a step is given besides its input. */
export interface StepContext<C extends SomeChurch = Church> {
  church: C
  by: Extract<Agent, { kind: 'giver' | 'worker' }>
  clock: Clock
  house: AskedHouse
}

/** @template C as much of the church as it needs */
interface Step<In, Out, C extends SomeChurch = Church> {
  /** `gifts.settle`. */
  name: string
  by: 'giver' | 'worker'
  /** It changes nothing that the API shows: no list that is asked for changes waits for it. */
  unseen?: true
  /** With no other write of the church at the same time. */
  alone?: true
  /** Does it, in the one transaction that is opened for it. */
  run(tx: Tx, context: StepContext<C>, input: In): Promise<Out>
}

/** Declares a step. */
export const step = <In, Out, C extends SomeChurch = Church>(declaration: Step<In, Out, C>): Step<In, Out, C> =>
  declaration

/** Takes a step: one transaction of a church. */
export type TakeStep = <In, Out, C extends SomeChurch>(taken: Step<In, Out, C>, church: C, input: In) => Promise<Out>

/** What routes and workers of a module have of the database: no way to open a transaction but a step. */
export interface Doing {
  read: Db
  take: TakeStep
  /** Hears what is announced by transactions of this process. @returns what ends it */
  listen: Database['listen']
}

const ENGLISH: Speech = { language: 'en' }

/** That of a database. @param speech the language of churches that have none of their own */
export const doingOn = (database: Database, clock: Clock, house: AskedHouse, speech = ENGLISH): Doing => ({
  read: database.read,
  take: stepsOn(database, clock, house, speech),
  listen: (topic, heard) => database.listen(topic, heard),
})

/** How steps are taken on a database. @param speech the language of churches that have none of their own */
export const stepsOn =
  (database: Database, clock: Clock, house: AskedHouse, speech = ENGLISH): TakeStep =>
  ({ name, by, unseen, alone, run }, of, input) => {
    const agent = by === 'giver' ? ({ kind: 'giver' } as const) : ({ kind: 'worker', name } as const)
    const church = withLanguage(of, speech)
    const work = (tx: Tx) => run(tx, { church, by: agent, clock, house }, input)
    return alone ? database.writeAlone(church.id, work) : database.write(unseen ? NO_CHURCH : church.id, work)
  }
