/**
 * Recognises who of a file is on record already, or in an earlier row: by what tells likely duplicates apart, too (likeness.ts).
 * Very likely and likely ones are the same person; those who are only possible are for somebody to look at.
 */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { fold } from '../../lib/fold.ts'
import { PackedList } from '../../lib/packed.ts'
import { Repeats } from '../../lib/repeats.ts'
import { SharedIndex } from '../../lib/shared-index.ts'
import type { Church } from '../../resource/caller.ts'
import type { Rows } from '../../resource/import-rows.ts'
import { COMPARED_COLUMNS } from './compare.ts'
import { type NewPerson, Overtaken } from './import-judged.ts'
import { contactsOf, familyIds } from './import-look-ups.ts'
import { type Compared, type Likeness, likenessOf } from './likeness.ts'

type Traits = Omit<Compared, 'id'>

/** Somebody whom a row may name: what is compared, then how the report names them, and their id on record. */
type Acquaintance = readonly [
  ...contacts: readonly [email: string | null, phone: string | null, phone2: string | null, whatsapp: string | null],
  ...name: readonly [first_name: string, last_name: string],
  ...more: readonly [dob: string | null, family_id: number | null, address: string | null],
  ...who: readonly [label: string | number, id: number | null],
]

/** Whom a row was taken for. */
interface Recognised extends Likeness {
  /** What they are called; of an earlier row its line. */
  label: string | number
  id: number | undefined
}

/** People on record, and those of earlier rows. */
export interface KnownPeople {
  /** The one who is most like the person of the row; undefined where nobody is. */
  find(person: NewPerson): Recognised | undefined
  /** Keeps the person of an earlier row. */
  add(person: NewPerson): void
}

/** Looks for those of the church whom the rows of a file may name: they share an e-mail, a phone or a name with one of them. */
export class Looking {
  readonly #db: Db
  readonly #church: Church
  readonly #known = new PackedList<Labelled>()
  readonly #repeats = new Repeats()
  readonly #families = new Set<string>()
  readonly #seen = new Set<number>()

  constructor(db: Db, church: Church) {
    this.#db = db
    this.#church = church
  }

  /** For some of the rows, many at a time: each look goes through the names of the whole church. */
  async look(people: readonly NewPerson[]): Promise<void> {
    for (const person of people) {
      for (const key of keysOf(sharedOf(person))) this.#repeats.note(key)
      if (person.family !== undefined) this.#families.add(fold(person.family))
    }
    for (const one of await onRecord(this.#db, this.#church, people)) {
      if (this.#seen.has(one.id)) continue
      this.#seen.add(one.id)
      this.#known.push(one)
      for (const key of keysOf(one)) this.#repeats.note(key)
    }
  }

  /** Whom they may name, when all were looked for. Whoever shares nothing with another row need not be remembered for it. */
  async found(): Promise<KnownPeople> {
    const familyOf = await familyFinder(this.#db, this.#church, this.#families)
    return knownBy(indexOf(this.#known, this.#repeats), familyOf)
  }
}

/**
 * Those of the church who were added or changed by others since a moment; undefined where nobody was.
 * @param ours how many people this transaction added or changed
 */
export async function changedPeople(
  tx: Tx,
  church: Church,
  rows: Rows<NewPerson>,
  since: string,
  ours: number,
): Promise<KnownPeople | undefined> {
  const changed = await tx.all<Labelled>(sql`select ${COMPARED_COLUMNS}, ${LABEL} from people
    where church_id = ${church.id} and not removed and updated_at >= ${since}::timestamptz
      and updated_at <> ${tx.now}::timestamptz order by id`)
  // Others may have changed somebody in the very same microsecond.
  const now = await tx.first<{ n: number }>(sql`select count(*)::int as n from people
    where church_id = ${church.id} and not removed and updated_at = ${tx.now}::timestamptz`)
  if ((now?.n ?? 0) > ours) throw new Overtaken()
  if (changed.length === 0) return undefined
  const families = new Set<string>()
  for (const piece of rows.pieces)
    for (const { family } of piece.rows()) if (family !== undefined) families.add(fold(family))
  const keys = new Repeats()
  for (const one of changed) for (const key of keysOf(one)) keys.note(key)
  return knownBy(indexOf(changed, keys, 1), await familyFinder(tx, church, families))
}

type FindFamily = (folded: string) => number

/** Ids of families by folded name. Two rows that name a family which is not there yet name the same one. */
async function familyFinder(db: Db, church: Church, names: ReadonlySet<string>): Promise<FindFamily> {
  const families = await familyIds(db, church, [...names])
  const made = new Map<string, number>()
  return name => {
    if (!made.has(name)) made.set(name, -1 - made.size)
    return families.get(name) ?? made.get(name) ?? 0
  }
}

/** @param times that a key was noted which somebody may share with a row */
function indexOf(people: Iterable<Labelled>, keys: Repeats, times?: number): Indexes | undefined {
  const shared = keys.found(times)
  if (shared === undefined) return undefined
  const known = new SharedIndex<Acquaintance>(shared)
  for (const one of people) known.add(() => acquaintance(one, one.label, one.id), keysOf(one))
  return { known, numbered: new SharedIndex<Acquaintance>(shared) }
}

type Index = SharedIndex<Acquaintance>

/** Whoever is known, and apart from them earlier rows that bring a number, which no other row has: those are others than all who bring one. */
interface Indexes {
  known: Index
  numbered: Index
}

/**
 * Those who share a text with a row that are held beside it. Where more do it tells hardly anything: who shares more than a name with
 * the row is found by that, or the row is for somebody to look at.
 */
const MOST_COMPARED = 100

function acquaintance(traits: Traits, label: string | number, id?: number): Acquaintance {
  const { email, phone, phone2, whatsapp, first_name, last_name, dob, family_id, address } = traits
  const compared = [email, phone, phone2, whatsapp, first_name, last_name, dob, family_id, address] as const
  return [...compared, label, id ?? null]
}

function knownBy(indexes: Indexes | undefined, familyOf: FindFamily): KnownPeople {
  // Whoever is looked for is added next.
  let last: { person: NewPerson; keys: readonly string[] } | undefined
  const keysFor = (person: NewPerson): readonly string[] => {
    if (last?.person !== person) last = { person, keys: keysOf(sharedOf(person)) }
    return last.keys
  }
  return {
    find(person) {
      if (indexes === undefined) return undefined
      const { known, numbered } = indexes
      const among = hasNumber(person) ? [known] : [known, numbered]
      const keys = keysFor(person).filter(key => among.some(index => index.has(key)))
      return keys.length === 0 ? undefined : mostLike(among, keys, traitsOf(person, familyOf))
    },
    add(person) {
      const index = hasNumber(person) ? indexes?.numbered : indexes?.known
      index?.add(() => acquaintance(traitsOf(person, familyOf), person.line), keysFor(person))
    },
  }
}

function mostLike(among: readonly Index[], keys: readonly string[], traits: Traits): Recognised | undefined {
  let best: Recognised | undefined
  for (const key of keys) {
    for (const index of among) {
      let compared = 0
      for (const one of index.having(key)) {
        const [email, phone, phone2, whatsapp, first_name, last_name, dob, family_id, address, label, id] = one
        const contacts = { email, phone, phone2, whatsapp }
        const likeness = likenessOf(traits, { ...contacts, first_name, last_name, dob, family_id, address })
        if (likeness !== undefined && likeness.strength > (best?.strength ?? 0))
          best = { ...likeness, label, id: id ?? undefined }
        compared += 1
        if (best?.strength === SUREST || compared === MOST_COMPARED) break
      }
    }
  }
  return best
}

/** The strength of a likeness than which there is no greater. */
const SUREST = 3

type Labelled = Compared & { label: string }

const LABEL = sql`full_name || ', no. ' || member_no as label`

async function onRecord(db: Db, { id: church }: Church, people: readonly NewPerson[]): Promise<Labelled[]> {
  const contacts = people.flatMap(({ values }) => contactsOf(values))
  const names = people.map(({ values: { first_name = '', last_name } }) => `${first_name} ${last_name ?? ''}`)
  // Not pulled up into joins, nor looked for in an index, whose cost nobody can foresee: what the rows say is hashed, whatever its
  // number, and all people are gone through once. A plan that was made for an empty table does so, too.
  const among = sql`(select contact from contacts)`
  return await db.all<Labelled>(sql`
    with contacts as materialized (
      select given as contact from jsonb_array_elements_text(${JSON.stringify(contacts)}::jsonb) as given
    )
    select ${COMPARED_COLUMNS}, ${LABEL} from people
    where church_id = ${church} and not removed and (
      (folded(first_name || ' ' || coalesce(last_name, '')) in (
        select folded(name) from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as given (name))) is true
      or (lower(email) in ${among}) is true or (phone in ${among}) is true
      or (phone2 in ${among}) is true or (whatsapp in ${among}) is true)
    order by id`)
}

/** What a person of a row may share with others so that the two are compared. */
type Shared = Pick<Traits, 'email' | 'phone' | 'phone2' | 'whatsapp' | 'first_name' | 'last_name'>

function sharedOf({ values }: NewPerson): Shared {
  const { email, phone = null, phone2 = null, whatsapp = null, first_name = '', last_name } = values
  const names = { first_name: fold(first_name), last_name: fold(last_name ?? '') }
  return { email: email?.toLowerCase() ?? null, phone, phone2, whatsapp, ...names }
}

function traitsOf(person: NewPerson, familyOf: FindFamily): Traits {
  const { values, family } = person
  const { dob = null, address } = values
  return {
    ...sharedOf(person),
    dob,
    family_id: family === undefined ? (values.family_id ?? null) : familyOf(fold(family)),
    address: address ? fold(address) : null,
  }
}

const hasNumber = ({ values: { member_no } }: NewPerson): boolean => Boolean(member_no)

function keysOf({ email, phone, phone2, whatsapp, first_name, last_name }: Shared): string[] {
  const keys = [`${first_name}\n${last_name}`]
  for (const one of [email, phone, phone2, whatsapp]) if (one !== null && !keys.includes(one)) keys.push(one)
  return keys
}
