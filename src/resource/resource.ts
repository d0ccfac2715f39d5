/** What a declaration of a resource is. */
import type { Db, Tx } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import type { ApiError, ErrorCode, Problems } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import type { Explained } from '../texts/chapter.ts'
import type { RecordWords } from '../texts/resource-phrases.ts'
import type { Worded } from '../texts/said.ts'
import type { Caller } from './caller.ts'
import type { Extended } from './extension-point.ts'
import type { Fields, Input, JsonSchema, Sent } from './field.ts'
import type { Filter } from './filter.ts'
import type { Found } from './found.ts'
import type { IconName } from './icon-name.ts'
import type { Importer } from './import-declaration.ts'
import type { BroughtStates } from './import-states.ts'
import type { NamedInFiles } from './in-files.ts'
import { type Printer, printer } from './print.ts'
import type { Role } from './roles.ts'

/** What a write answers with. */
export interface Answer {
  status: 200 | 201
  /** JSON text of `data`. */
  data: string
  meta?: Record<string, unknown>
  /** Id of the created record, for `Location`. */
  created?: number
}

/** What writes and steps ask of the house that they belong to. */
export interface AskedHouse extends Extended {
  /** The resource of a name, for what refers to it. */
  resource(name: string): Resource | undefined
}

/** What a write is given besides its input. */
export interface WriteContext {
  caller: Caller
  clock: Clock
  house: AskedHouse
}

/** What a write that does something outside the database has in the place of `run`: see effect.ts. */
export interface Effect {
  /** Commits what is intended. @returns what tells the task */
  begin(tx: Tx, context: WriteContext, input: never, found: never): Promise<string>
  /**
   * What became of the task, from the database alone, whichever process did it and however often it is asked.
   * @returns the answer, or the refusal that took effect; undefined while it is under way
   */
  outcome(db: Db, church: number, task: string): Promise<Answer | ApiError | undefined>
}

/** A write of the API: its body is checked by the fields, then by `check`, then `run` does it. */
export interface TypedWrite<F extends Fields, Found, Creates extends boolean> {
  /** What may be sent. */
  fields: F
  /** True for creations: required fields are demanded, `Idempotency-Key` is honoured. */
  creates: Creates
  /** True where the declaration says it all (`creates`): records can be imported without rules of their own. */
  declared?: true
  /**
   * Of what is `declared`: makes the records of a whole file, whose rows are checked, where one by one would tell too much.
   * @returns the ids of what was made, by the place of the row
   */
  together?(tx: Tx, context: WriteContext, inputs: readonly Input<F>[]): Promise<ReadonlyMap<number, number>>
  /**
   * Of what is made `together`: what only the rows of a file beside each other show to be wrong.
   * @returns problems by the place of the row
   */
  judgeTogether?(db: Db, context: WriteContext, inputs: readonly Input<F>[]): Promise<ReadonlyMap<number, Problems>>
  /** Of the same: what whoever imports should know of the rows, in sentences. */
  noteTogether?(db: Db, context: WriteContext, inputs: readonly Input<F>[]): Promise<Worded[]>
  /** Whether names that the declaration does not know are refused or ignored and named. */
  unknown: 'refuse' | 'ignore'
  doc: string
  /** A body, for the reference. */
  example: Record<string, unknown>
  /** Refusals that it has beside those of every write. */
  refusals?: readonly ErrorCode[]
  /** A body may hold several rows (`rowList`): the answer is then the list of their records, in their order. */
  many?: true
  /** Members of `meta` that this write alone may answer, by name. */
  meta?: Record<string, JsonSchema>
  /** Of creations: fields, and members of `meta`, that would tell of records which were there before, unless they were sent. */
  lookedUp?(input: Sent<F>): readonly string[]
  /** The answer, where it is not the record. */
  answers?: { data: JsonSchema; meta: JsonSchema; refusals: readonly ErrorCode[]; example: unknown }
  /**
   * Names what only the database can tell to be wrong, such as references to records out of sight. It also runs when
   * fields are wrong already, so that all is named at once. What it found is handed to `run`. `id` is that of the URL.
   */
  check(db: Db, context: WriteContext, input: Sent<F>, problems: Problems, id: number): Promise<Found>
  /** Does it, in the request's one transaction; `id` is that of the URL. */
  run(
    tx: Tx,
    context: WriteContext,
    input: Creates extends true ? Input<F> : Sent<F>,
    found: Found,
    id: number,
  ): Promise<Answer>
  effect?: Effect
}

/** A write whose fields are not known by type. */
export type Write = TypedWrite<Fields, unknown, boolean>

/** Declares a write, keeping the types of its fields between its functions. */
export const write = <F extends Fields, Found, const Creates extends boolean>(
  declaration: TypedWrite<F, Found, Creates>,
): Write => declaration as unknown as Write

interface ListDeclaration {
  filters: Record<string, Filter>
  /** Fields that a page or a terminal shows of each record, in this order; the first eight unless said. */
  columns?: readonly string[]
  /** What stands with a field in its column: states and switches beside it, other fields on a second line. */
  beside?: Readonly<Record<string, readonly string[]>>
  /** The field that the list is sorted by where a column is another one: `{ full_name: 'last_name' }`. */
  sortedBy?: Readonly<Record<string, string>>
  /** Columns that wide screens alone show: no phone, and no small window. */
  wide?: readonly string[]
  /** Columns whose values say nothing on a phone without their name: a grade, the class after this one. Numbers always have theirs. */
  named?: readonly string[]
  /** What pages call a record whose first column says nothing: `No name given`; by its number, unless said. */
  unnamed?: string
  /** What pages say where there is no record yet; `No families yet.`, unless said. */
  none?: string
  /** Those that a terminal shows, where it shows others: names in the place of links, sums as they are written. */
  terminal?: readonly string[]
  /** The value of `sort` by which pages show it; the newest first where it has no `sorts`, else as the API does, unless said. */
  shownBy?: string
  /** Allowed values of `sort`; the first is the default. `-` sorts down; `id` is always the last key. */
  sorts: readonly string[]
  /** Further members of `meta`: aggregates over all matches. At most one, kept by the tallies as `amount`. */
  sum?: { name: string; column: string }
  /** Further members of `meta` that do not depend on the records. */
  meta?(caller: Caller): Record<string, unknown>
  /** Their shapes, by name. */
  metaSchema?: Record<string, JsonSchema>
  /**
   * Totals come from the tallies (see tally.ts), so that they need no counting. `true`: each write tells what it changed.
   * `marked`: each record says as what it was counted (tally-marks.ts), for what is written in many places.
   */
  tallies?: true | 'marked'
  /** The column of the day that a record is of: with it the tallies are kept by day, too, and each delta that counts has its day. */
  day?: string
  doc: string
}

/** A record that another one refers to. */
export interface Referred {
  id: number
  /** Null where it belongs to the whole church. */
  branch_id: number | null
}

/** What is special in CSV files of what `creates` makes. */
export interface InFiles {
  /** Natural names of columns → the column that is meant. */
  aliases?: Readonly<Record<string, string>>
  /** States that files say and nobody sets: of each, with what a record is brought in. */
  brings?: BroughtStates
  /** What makes a record of a row, where the API makes them otherwise. */
  write?: Write
}

/** Who may read and write records in the console; an API key needs the scopes. */
interface RecordRights {
  read: readonly Role[]
  write?: readonly Role[]
  /** Who brings them in files and takes these imports back, where that is not who may write: the API may have no write of them. */
  import?: readonly Role[]
}

/** The roles that bring records in, and take such imports back. */
export const importingRoles = ({ write = [], import: brings = write }: RecordRights): readonly Role[] => brings

/** A section of a record's page. */
export interface PageSection<Name extends string = string> {
  title: string
  fields: readonly Name[]
}

/** A section of a form; `folded` until somebody opens it, where few fill it in. */
export interface FormSection<Name extends string = string> extends PageSection<Name> {
  folded?: true
}

/** How a record is chosen in the forms and filters of pages. */
export interface Chosen<Name extends string = string> {
  /** `all`: a church has few, which stand in one list. `typed`: it has thousands, and its search (`q`) finds what is typed. */
  from: 'all' | 'typed'
  /** Fields that tell those found from others, as a name alone does not; of several in a place, the first that says anything. */
  by?: readonly (readonly Name[])[]
}

/** Records of a resource that refer to a record of another one. */
export interface ReferringList<Name extends string = string> {
  /** Its field that refers, which its list can be filtered by. */
  by: Name
  /** What is shown of each. */
  columns: readonly string[]
  /** Further filters of the list: those that still hold, say. */
  where?: Readonly<Record<string, string>>
  /** Its place among the lists of a page that others declare: the lower first. */
  rank?: number
  /** Not where one is added: that has a way of its own, or depends on the state of the record. */
  closed?: true
  /** Its heading, marked (`msg`), for records that few have: left out where there are none. What people call them, and always, unless said. */
  title?: string
}

/** Records of another resource that refer to a record. */
export interface RelatedList extends ReferringList {
  /** The resource. */
  of: string
}

interface ResourceDeclaration<F extends Fields, N extends string = string> {
  /** As in the path; its table has the same. */
  name: N
  /** What its pages are for, where they are opened for the first time. */
  explained: Explained
  /** What people call a record, and several: `prayer request`. */
  words: RecordWords & {
    /** What the audit log calls adding one: `Recorded a gift`; `Added a gift`, unless said. */
    added?: string
  }
  may: RecordRights
  /** In the navigation. */
  icon?: IconName
  /** The field that a record's page has as its heading; what people call a record, unless said. */
  title?: string
  /** How a record is chosen; found by a part of its title, and looked through where nothing is typed, unless said. */
  chosen?: Chosen
  /** How the search for everything finds its records; it does not, unless said. */
  found?: Found
  /** Within the church: the page where one is added, of records that have no page; a dialog above their list, unless said. */
  addedAt?: string
  /** What a record's page shows below its heading, by section; long texts and then all else, unless said. */
  page?: readonly PageSection[]
  /** How its forms are divided; one section of all fields, unless said. What it does not name stands at the end of the first. */
  form?: readonly FormSection[]
  /** Records of other resources that refer to it, listed on its page. */
  related?: readonly RelatedList[]
  /** Its own records, listed on the pages of those that they refer to: for resources that know nothing of it. */
  listedBy?: readonly ReferringList[]
  /** What is added without a connection waits in the browser, and is sent when there is one (decision 0034). */
  canWait?: true
  /** Its group on the command line, made from this declaration: `prayer`. Absent for none. */
  command?: string
  /** One record, as a word for messages and schema names: `Person`. */
  singular: string
  fields: F
  /** The column that a key's branch limit applies to; null for what belongs to the whole church. */
  limitTo: 'branch_id' | 'id' | null
  /**
   * One more condition of who asks, over the columns of its table: what of single records they see (decision 0023). Nothing
   * for whom it does not limit.
   */
  sight?(caller: Caller): Sql | undefined
  /**
   * What a record must meet to be shown at all; over `status` and `removed` alone where the list has tallies, which are
   * then kept of shown records only.
   */
  shown?: Sql
  list: ListDeclaration
  /** GET of one record; `filters` are parameters of it. Absent: there is none. */
  one?: { filters?: Record<string, Filter>; doc: string }
  /** What a reference to a record leads to, where it is not the record in sight itself; undefined for none that can be used. */
  refer?(db: Db, caller: Caller, id: number): Promise<Referred | undefined>
  create?: Write
  update?: Write
  /**
   * What is special in CSV files of it: names of columns and states, a write of its own, or an importer with rules of its own. What is made by
   * `creates` needs neither; `null` refuses files.
   */
  import?: Importer | InFiles | null
  /** How files of other resources name a record. */
  inFiles?: NamedInFiles
}

/** A resource: what the API shows under one name. */
export interface Resource<F extends Fields = Fields, N extends string = string> extends ResourceDeclaration<F, N> {
  /** Prints a record in a list, and alone. */
  inList: Printer<F>
  alone: Printer<F>
}

/** A record as the API prints it. */
export type RecordOf<F extends Fields> = { [K in keyof F]: F[K]['value'] }

/** What names fields of the resource itself. */
interface OfItsFields<Name extends string> {
  title?: Name
  chosen?: Chosen<Name>
  found?: Found<Name>
  page?: readonly PageSection<Name>[]
  form?: readonly FormSection<Name>[]
}

/** Declares a resource. */
export const resource = <F extends Fields, const N extends string>(
  declaration: ResourceDeclaration<F, N> & OfItsFields<keyof F & string>,
): Resource<F, N> => ({
  ...declaration,
  inList: printer(declaration.fields, false),
  alone: printer(declaration.fields, true),
})

/** Whether a list can be asked for changes (`updated_since`). */
export const tellsChanges = ({ list }: Resource): boolean =>
  Object.values(list.filters).some(({ changes }) => changes !== undefined)
