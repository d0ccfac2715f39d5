/** What actions and views work with beside a transaction. */
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/database.ts'
import type { ApiError } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import type { Network } from '../outgoing/request.ts'
import type { Vault } from '../vault.ts'
import type { Caller } from './caller.ts'
import type { HouseFacts } from './house-facts.ts'
import type { Query } from './list.ts'
import type { Answer, Effect, Resource } from './resource.ts'

export interface Services {
  vault: Vault
  config: Config
  clock: Clock
  network: Network
  /** Public address of the service, without a slash at the end. */
  baseUrl(): string
  house: HouseFacts
}

/** What views read with, and actions before and after their transaction. */
export interface Reading extends Services {
  read: Db
  /** A list, as the API answers it: JSON text of `data` and `meta`. */
  list(resource: Resource, query: Query, caller: Caller): Promise<string>
  /**
   * Brings what is derived from the records of a church, and shown by no API, up to date with the changes that have
   * committed: in several transactions, since all of it would take too long for one, and beside the church's writes, which
   * need not wait for it.
   * @param most transactions in a row
   * @param turn one of them, for changes before that moment; true where there are more
   * @returns true when nothing is left
   */
  derive(caller: Caller, most: number, turn: (tx: Tx, before: string) => Promise<boolean>): Promise<boolean>
  /** Waits for the outcome of a task, so many milliseconds; undefined when it is still under way. */
  outcomeOf(effect: Effect, caller: Caller, task: string, patience: number): Promise<Answer | ApiError | undefined>
  /** Mails the user of an id what changed in how they sign in. */
  tellAccount(user: string, what: string): Promise<void>
}
