/** Actions that change one record of a resource: the record is locked in the caller's sight, set, printed. */
import type { Tx } from '../db/database.ts'
import { Sql } from '../db/sql.ts'
import { Problems } from '../errors.ts'
import type { Logged, OnlyLogged } from '../texts/logged-details.ts'
import { type ActionContext, action, type TypedAction } from './action.ts'
import { type Fields, type Input, namesOf } from './field.ts'
import { Json } from './json.ts'
import { lookUpReferences } from './references.ts'
import type { RecordOf, Resource } from './resource.ts'
import type { Allowed } from './roles.ts'
import type { Values } from './rows.ts'
import * as field from './types.ts'
import { changeRow, setRow } from './update.ts'

/** PostgreSQL's text of each field. */
type Stored<F extends Fields> = Readonly<Record<keyof F & string, string | null>>

/** What a declaration of such an action is. */
interface ChangeDeclaration<F extends Fields, A extends Fields, Kept extends object> {
  /** On its button: `Close`. Without one it has none: a form sends it, or a page that is made by hand. */
  label?: string
  /** Its button never stands out, though it be the first. */
  aside?: true
  /** What the audit log calls it: `Closed a prayer request`; its label and what a record is called, unless said. */
  logged?: string
  /** Over what it asks for: `How was it answered?` */
  asks?: string
  /** On the button below that: `Delete sermon`; Save, unless said. */
  submit?: string
  /** What will happen, where that cannot be undone: it is asked about before. */
  confirm?: string
  /** What is said when it is done. */
  done: string
  may: Allowed
  /** What is sent besides the id. */
  fields?: A
  stepUp?: true
  alone?: true
  when?: { readonly [K in keyof F]?: readonly string[] }
  /** Values of fields in which pages offer it; those of `when`, unless said. */
  offered?: { readonly [K in keyof F]?: readonly string[] }
  /** Fields that people have to fill in: a command may leave them out. */
  demands?: readonly (keyof A & string)[]
  /** Fields that are asked for only where the record says something in another one. */
  askedWith?: { readonly [K in keyof A]?: keyof F & string }
  detail?(input: Input<A>): Kept & OnlyLogged<Kept>
  /**
   * What becomes of the record. Values that it has already change nothing; an SQL expression always does.
   * @param now the moment of the change, as PostgreSQL writes it
   */
  set(before: Stored<F>, input: Input<A>, now: string): Values<F> | Sql
  /** What else belongs to the change. */
  also?(tx: Tx, context: ActionContext, printed: string): Promise<void>
}

/** The input with the ids of what its references lead to. @throws ApiError `validation_failed` for those that cannot be used */
async function followReferences(tx: Tx, context: ActionContext, fields: Fields, input: object): Promise<object> {
  const problems = new Problems()
  const found = await lookUpReferences(tx, context, fields, input, problems)
  problems.throwIfAny()
  return { ...input, ...Object.fromEntries([...found].map(([name, { id }]) => [name, id])) }
}

const ID = { id: field.ref().required() }

/** Declares a change of a record. Its name is that of the resource and its own: `prayer_requests.close`. */
export function changes<
  F extends Fields,
  const R extends string,
  const N extends string,
  A extends Fields = Record<never, never>,
  Kept extends object = Logged,
>(
  resource: Resource<F, R>,
  name: N,
  { set, also, fields, logged, ...declaration }: ChangeDeclaration<F, A, Kept>,
): TypedAction<`${R}.${N}`, { id: number } & Input<A>, RecordOf<F>> {
  const table = { name: resource.name, printer: resource.alone }
  const stored = namesOf(resource.fields).filter(one => resource.fields[one]?.spec.derived === undefined)
  const { detail, askedWith, ...rest } = declaration
  const made = action({
    ...rest,
    ...(askedWith && { askedWith: askedWith as Readonly<Record<string, string>> }),
    ...(detail && { detail: (input: object) => detail(input as Input<A>) }),
    name: `${resource.name}.${name}`,
    logged: logged ?? `${declaration.label ?? name}: ${resource.words.one}`,
    fields: { ...ID, ...fields },
    on: resource,
    async run(tx, context, input, _prepared, before) {
      const church = context.caller.church.id
      const texts = stored.map(one => [one, table.printer.column(before, one)])
      const meant = await followReferences(tx, context, fields ?? {}, input)
      const sets = set(Object.fromEntries(texts) as Stored<F>, meant as Input<A>, tx.now)
      const after = await (sets instanceof Sql
        ? setRow(tx, table, church, Number(input.id), sets)
        : changeRow(tx, table, church, before, sets))
      const printed = table.printer.print(after)
      if (after !== before) await also?.(tx, context, printed)
      return new Json<RecordOf<F>>(printed)
    },
  })
  return made as unknown as TypedAction<`${R}.${N}`, { id: number } & Input<A>, RecordOf<F>>
}
