/**
 * What only the console offers, beside the resources: operations, which change something, and views, which read what the
 * API does not show. Each module declares its own; who may is in one table of roles (sign-in/roles.ts).
 */
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Network } from '../outgoing/request.ts'
import type { Vault } from '../vault.ts'
import type { Caller } from './caller.ts'
import type { Fields, Input } from './field.ts'

/** What operations and views work with. */
export interface ConsoleParts {
  /** The first write of the church that an operation commits carries its line of the audit log (see along.ts). */
  database: Database
  vault: Vault
  config: Config
  clock: Clock
  network: Network
  /** Public address of the service, without a slash at the end. */
  baseUrl(): string
  /** Mails the user of an id what changed in how they sign in. */
  tellAccount(user: string, what: string): Promise<void>
}

/** What an operation learns only while it runs, for its line of the audit log. */
export interface Noted {
  /** In place of the `target` of its declaration. */
  target?: string
  /** Beside the `detail` of its declaration. */
  detail?: Record<string, unknown>
  /** True for a line in the log of each church of who does it. */
  everywhere?: true
}

/** What operations work with. */
export interface OperationParts extends ConsoleParts {
  /** To be called before the write that carries the line commits. */
  note(noted: Noted): void
}

/** Something that a person of the church does. */
export interface Operation<F extends Fields = Fields> {
  /** `people.remove`: its part of the address, and its line in the table of roles. */
  name: string
  fields: F
  /** Asks for the password again (ASVS 5.0, 7.5). */
  stepUp: boolean
  /** Concerns who does it and nobody else: it may be done while the church still waits for their second factor. */
  ofAccount?: true
  /** Only looks at something that does not fit into an address: no line of the audit log. */
  reads?: true
  /** What the audit log says it was done to; the field `id`, where there is one, unless said otherwise. */
  target?(input: Input<F>): string
  /** What the audit log keeps of the input: no secrets, nothing of what people wrote. */
  detail?(input: Input<F>): Record<string, unknown>
  /**
   * Does it. The caller's role is checked already, their branch is not.
   * @returns JSON text of `data`
   * @throws ApiError
   */
  run(parts: OperationParts, caller: Caller, input: Input<F>): Promise<string>
}

/** Declares an operation, keeping the types of its fields. */
export const operation = <F extends Fields>(declaration: Operation<F>): Operation => declaration as unknown as Operation

/** Something that a person of the church looks at. */
export interface View<F extends Fields = Fields> {
  /** `duplicates`: its part of the address, and its line in the table of roles. */
  name: string
  /** Parameters of the address; `required()` ones are demanded. */
  fields: F
  /** As of an operation. */
  ofAccount?: true
  /**
   * Reads it. The caller's role is checked already, their branch is not.
   * @returns JSON text of `data`
   * @throws ApiError
   */
  run(parts: ConsoleParts, caller: Caller, input: Input<F>): Promise<string>
}

/** Declares a view, keeping the types of its parameters. */
export const view = <F extends Fields>(declaration: View<F>): View => declaration as unknown as View
