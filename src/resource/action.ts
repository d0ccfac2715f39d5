/**
 * Actions: whatever changes something, whoever asks for it. A declaration says what is sent, who may and what the audit
 * log keeps; `act.ts` opens the one transaction that it runs in.
 */
import type { Db, TextRow, Tx } from '../db/database.ts'
import type { Problems } from '../errors.ts'
import type { Logged, OnlyLogged } from '../texts/logged-details.ts'
import type { Caller } from './caller.ts'
import type { Fields, Input, Sent } from './field.ts'
import type { Json } from './json.ts'
import type { Resource } from './resource.ts'
import type { Allowed } from './roles.ts'
import type { Reading, Services } from './services.ts'

/** What an action learns only while it runs, for its line of the audit log. */
export interface Noted<Kept extends object = Logged> {
  /** In place of the `target` of its declaration. */
  target?: string
  /** Beside the `detail` of its declaration. */
  detail?: Kept & OnlyLogged<Kept>
  /** True for a line in the log of each church of who does it. */
  everywhere?: true
}

/** What an action is given besides its input. */
export interface ActionContext extends Services {
  caller: Caller
  /** To be called before `run` is done. */
  note<Kept extends object = Logged>(noted: Noted<Kept>): void
}

/** What a declaration of an action says. */
interface ActionDeclaration<N extends string, F extends Fields, Prepared, Out, Shown, Kept extends object = object> {
  /** `people.remove`: its part of the address, and its name in the audit log. */
  name: N
  /** What the audit log calls it: `Closed a prayer request`. Absent where only commands do it, which have no line there. */
  logged?: string
  /** On its button, where the page of a record is drawn from its declaration: `Restore`. Without one it has no button there. */
  label?: string
  /** Its button never stands out among those of a record, though it be the first: it is not what is mostly done with one. */
  aside?: true
  /** Over what it asks for: `How was it answered?` */
  asks?: string
  /** On the button below that: `Delete sermon`; Save, unless said. */
  submit?: string
  /** What will happen, where that cannot be undone: it is asked about before. It may name the record, as `done` may. */
  confirm?: string
  /**
   * What is said when it is done, by pages and commands that are derived: `Prayer request closed.` It may say what the record is
   * called (`{name}`), and its amounts, days and lines by the names of their fields: `The gift of {amount} was voided.`
   */
  done?: string
  may: Allowed
  fields: F
  /** Asks a person for their password again (ASVS 5.0, 7.5). */
  stepUp?: true
  /** Concerns who does it and nobody else: it may be done while the church still waits for their second factor. */
  ofAccount?: true
  /** Is offered of a church that is closed and waits to be removed; nothing else is. */
  whileClosing?: true
  /** With no other write of the church at the same time. */
  alone?: true
  /** No line in the audit log: nothing that matters later is changed. */
  unlogged?: true
  /** `id` names a record of it: it is found in the caller's sight and locked, and given to `run` as the resource prints it. */
  on?: Resource
  /** Values of fields in which the record may be; in others the action is refused. */
  when?: Readonly<Record<string, readonly string[] | undefined>>
  /** Values of fields in which pages offer it; those of `when`, unless said. */
  offered?: Readonly<Record<string, readonly string[] | undefined>>
  /** Two amounts of the record: pages offer it while the first is more than the second. */
  offeredWhile?: readonly [more: string, than: string]
  /** Fields of the record that pages send back as they showed them, and do not ask for. */
  asShown?: readonly string[]
  /** What it asks for begins empty, though the record has fields of the same names. */
  blank?: true
  /** Fields that people have to fill in: a command may leave them out. */
  demands?: readonly string[]
  /** Fields that are asked for only where the record says something in another one: `{ bounced: 'batch_id' }`. */
  askedWith?: Readonly<Record<string, string>>
  /** The resource whose record `id` names, which is gone when it is done. */
  removes?: Resource
  /** What the audit log says it was done to; the field `id`, where there is one, unless said otherwise. */
  target?(input: Input<F>): string
  /** What the audit log keeps of the input: no secrets, nothing of what people wrote. */
  detail?(input: Input<F>): Kept & OnlyLogged<Kept>
  /** Looks things up, asks other services, hashes: what must not hold a transaction open. */
  prepare?(reading: Reading, caller: Caller, input: Input<F>): Promise<Prepared>
  /** Names what only the database can tell to be wrong, so that it is named together. */
  check?(db: Db, context: ActionContext, input: Sent<F>, problems: Problems): Promise<void>
  /** Does it. @throws ApiError */
  run(tx: Tx, context: ActionContext, input: Input<F>, prepared: Prepared, record: TextRow): Promise<Out>
  /** What follows the commit: mails, waiting for a task. @returns what is shown in the place of what `run` returned */
  finish?(reading: Reading, caller: Caller, input: Input<F>, out: Out): Promise<Shown>
}

/** An action whose fields are not known by type. */
export type Action = ActionDeclaration<string, Fields, unknown, unknown, unknown>

/** An action, with what its pages send and are shown. */
export interface TypedAction<N extends string, In, Out> extends Action {
  name: N
  /** Never there: it only carries the types. */
  readonly types?: { input: In; output: Out }
}

/** The value whose JSON an answer is. */
export type Shown<Out> = Out extends Json<infer T> ? T : Out

/** Declares an action, keeping the types of its fields. */
export const action = <
  const N extends string,
  F extends Fields,
  Prepared,
  Out,
  Last = Out,
  Kept extends object = Logged,
>(
  declaration: ActionDeclaration<N, F, Prepared, Out, Last, Kept>,
): TypedAction<N, Input<F>, Shown<Last>> => declaration as unknown as TypedAction<N, Input<F>, Shown<Last>>

/** What is declared of something that a person of the church looks at. */
interface ViewDeclaration<N extends string, F extends Fields, Out> {
  /** `duplicates`: its part of the address. */
  name: N
  may: Allowed
  /** Parameters; `required()` ones are demanded. */
  fields: F
  /** As of an action. */
  ofAccount?: true
  stepUp?: true
  /** What is asked does not fit into an address, so it is posted. */
  posted?: true
  /**
   * Reads it. The caller's role is checked already, their branch is not.
   * @throws ApiError
   */
  run(reading: Reading, caller: Caller, input: Input<F>): Promise<Out>
}

export type View = ViewDeclaration<string, Fields, unknown>

/** A view, with what its pages send and are shown. */
export interface TypedView<N extends string, In, Out, Posted extends boolean = boolean> extends View {
  name: N
  /** Never there: it only carries the types. */
  readonly types?: { input: In; output: Out; posted: Posted }
}

/** Declares a view, keeping the types of its parameters. */
export const view = <const N extends string, F extends Fields, Out, const P extends true | undefined = undefined>(
  declaration: ViewDeclaration<N, F, Out> & { posted?: P },
): TypedView<N, Input<F>, Shown<Out>, P extends true ? true : false> =>
  declaration as unknown as TypedView<N, Input<F>, Shown<Out>, P extends true ? true : false>
