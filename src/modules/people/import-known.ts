/**
 * Recognises who of a file is on record already, or in an earlier row: by what tells likely duplicates apart, too (likeness.ts).
 * Very likely and likely ones are the same person; those who are only possible are for somebody to look at.
 */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { fold } from '../../lib/fold.ts'
import type { Church } from '../../resource/caller.ts'
import { COMPARED_COLUMNS } from './compare.ts'
import { contactsOf, familyIds } from './import-look-ups.ts'
import { bareNumber } from './import-numbers.ts'
import type { NewPerson } from './insert-people.ts'
import { type Compared, type Likeness, likenessOf } from './likeness.ts'

type Traits = Omit<Compared, 'id'>

/** Somebody whom a row may name. */
interface Acquaintance {
  traits: Traits
  /** As the report names them: with their number, or the line of the file. */
  label: string
  /** Of the person on record. */
  id?: number
  /** Of a row: the number that it brings. */
  number?: string | undefined
}

/** Whom a row was taken for. */
interface Recognised extends Likeness {
  label: string
  id: number | undefined
}

/** People on record, and those of earlier rows. */
export interface KnownPeople {
  /** The one who is most like the person of the row; undefined where nobody is. */
  find(person: NewPerson): Recognised | undefined
  /** Keeps the person of an earlier row. */
  add(person: NewPerson): void
}

/** Those of the church whom these rows may name: they share an e-mail, a phone or a name with one of them. */
export const knownPeople = async (db: Db, church: Church, people: readonly NewPerson[]): Promise<KnownPeople> =>
  await acquaintances(db, church, people, await onRecord(db, church, people))

/** Those of the church who were added or changed since a moment. @param but ids of people who do not count */
export const changedPeople = async (
  db: Db,
  church: Church,
  people: readonly NewPerson[],
  since: string,
  but: readonly number[],
): Promise<KnownPeople> => {
  const own = new Set(but)
  const changed = await db.all<Labelled>(sql`select ${COMPARED_COLUMNS}, ${LABEL} from people
    where church_id = ${church.id} and not removed and updated_at >= ${since}::timestamptz order by id`)
  return await acquaintances(
    db,
    church,
    people,
    changed.filter(({ id }) => !own.has(id)),
  )
}

async function acquaintances(
  db: Db,
  church: Church,
  people: readonly NewPerson[],
  others: readonly Labelled[],
): Promise<KnownPeople> {
  const families = await familyIds(
    db,
    church,
    people.flatMap(({ family }) => (family === undefined ? [] : fold(family))),
  )
  // Two rows that name a family which is not there yet name the same one.
  const newFamilies = new Map<string, number>()
  const familyOf = (name: string): number => {
    if (!newFamilies.has(name)) newFamilies.set(name, -1 - newFamilies.size)
    return families.get(name) ?? newFamilies.get(name) ?? 0
  }
  const index = new Index()
  for (const { label, ...traits } of others) index.add({ traits, label, id: traits.id })
  return {
    find: person => index.find(traitsOf(person, familyOf), numberOf(person)),
    add: person =>
      index.add({ traits: traitsOf(person, familyOf), label: `line ${person.line}`, number: numberOf(person) }),
  }
}

type Labelled = Compared & { label: string }

const LABEL = sql`full_name || ', no. ' || member_no as label`

async function onRecord(db: Db, { id: church }: Church, people: readonly NewPerson[]): Promise<Labelled[]> {
  const contacts = people.flatMap(({ values }) => contactsOf(values))
  const names = people.map(({ values: { first_name = '', last_name } }) => `${first_name} ${last_name ?? ''}`)
  // Not pulled up into a join, whose cost nobody can foresee: the names are hashed, whatever their number.
  return await db.all<Labelled>(sql`
    select ${COMPARED_COLUMNS}, ${LABEL} from people
    where church_id = ${church} and not removed and (lower(email) = any(${contacts}::text[])
      or phone = any(${contacts}::text[]) or phone2 = any(${contacts}::text[]) or whatsapp = any(${contacts}::text[]))
    union
    select ${COMPARED_COLUMNS}, ${LABEL} from people
    where church_id = ${church} and not removed and (folded(first_name || ' ' || coalesce(last_name, '')) in (
      select folded(name) from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as given (name))) is true
    order by id`)
}

function traitsOf({ values, family }: NewPerson, familyOf: (name: string) => number): Traits {
  const {
    email,
    phone = null,
    phone2 = null,
    whatsapp = null,
    first_name = '',
    last_name,
    dob = null,
    address,
  } = values
  return {
    email: email?.toLowerCase() ?? null,
    phone,
    phone2,
    whatsapp,
    first_name: fold(first_name),
    last_name: fold(last_name ?? ''),
    dob,
    family_id: family === undefined ? (values.family_id ?? null) : familyOf(fold(family)),
    address: address ? fold(address) : null,
  }
}

const numberOf = ({ values: { member_no } }: NewPerson): string | undefined => member_no && bareNumber(member_no)

/** People by what they may share with others. */
class Index {
  readonly #holders = new Map<string, Acquaintance[]>()

  add(one: Acquaintance): void {
    for (const key of keysOf(one.traits)) {
      const holders = this.#holders.get(key)
      if (holders === undefined) this.#holders.set(key, [one])
      else holders.push(one)
    }
  }

  /** @param number that the row brings: rows of one file with different ones are different people */
  find(traits: Traits, number: string | undefined): Recognised | undefined {
    let best: Recognised | undefined
    for (const key of keysOf(traits)) {
      for (const one of this.#holders.get(key) ?? []) {
        if (number !== undefined && one.number !== undefined && one.number !== number) continue
        const likeness = likenessOf(traits, one.traits)
        if (likeness !== undefined && likeness.strength > (best?.strength ?? 0))
          best = { ...likeness, label: one.label, id: one.id }
      }
    }
    return best
  }
}

const keysOf = ({ email, phone, phone2, whatsapp, first_name, last_name }: Traits): Set<string> =>
  new Set([`${first_name}\n${last_name}`, ...[email, phone, phone2, whatsapp].filter(one => one !== null)])
