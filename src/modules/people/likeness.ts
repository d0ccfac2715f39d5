/** What two records of people have in common, and how likely they are of one person. Names and addresses are folded. */

/** As much of a person as is compared. */
export interface Compared {
  id: number
  /** In small letters. */
  email: string | null
  phone: string | null
  phone2: string | null
  whatsapp: string | null
  first_name: string
  last_name: string
  dob: string | null
  family_id: number | null
  address: string | null
}

/** What two records have in common. */
export type DuplicateReason = 'name' | 'dob' | 'email' | 'phone' | 'family' | 'address'

/** How likely two records are of one person. */
export interface Likeness {
  /** 3: very likely, 2: likely, 1: possible. */
  strength: 1 | 2 | 3
  reasons: DuplicateReason[]
}

/** Two records that may be of one person; `person_id` is the smaller id. */
interface LikelyPair extends Likeness {
  person_id: number
  other_id: number
}

/**
 * The pairs of these people with each other and with others.
 * @param telling what may be shared (`keysOf`) and is not shared by too many
 */
export function likelyPairs(
  people: readonly Compared[],
  others: readonly Compared[],
  telling: ReadonlySet<string>,
): LikelyPair[] {
  const byId = new Map([...people, ...others].map(one => [one.id, one]))
  const holders = new Map<string, Compared[]>()
  for (const one of byId.values()) {
    for (const key of keysOf(one)) holders.set(key, [...(holders.get(key) ?? []), one])
  }
  const pairs = new Map<string, LikelyPair>()
  for (const one of people) {
    for (const key of keysOf(one).filter(key => telling.has(key))) {
      for (const other of holders.get(key) ?? []) {
        const likeness = other.id === one.id ? undefined : likenessOf(one, other)
        if (likeness === undefined) continue
        const [person_id, other_id] = [Math.min(one.id, other.id), Math.max(one.id, other.id)]
        pairs.set(`${person_id} ${other_id}`, { person_id, other_id, ...likeness })
      }
    }
  }
  return [...pairs.values()]
}

/** What a person may share with another so that the two are compared, each once. */
export function keysOf(person: Compared): string[] {
  const { email, phone, phone2, whatsapp, first_name, last_name, dob, family_id } = person
  const name = `${first_name}\n${last_name}`
  const keys = [
    ...(email === null ? [] : [`email ${email}`]),
    ...[phone, phone2, whatsapp].flatMap(number => (number === null ? [] : [`phone ${number}`])),
    `name ${name}`,
    // A name that too many have still tells something within a family, or with a date.
    ...(dob === null ? [] : [`dob ${dob} ${name}`]),
    ...(family_id === null ? [] : [`family ${family_id} ${name}`]),
  ]
  return [...new Set(keys)]
}

/** How likely two records are of one person; undefined where nothing speaks for it. */
export function likenessOf(a: Omit<Compared, 'id'>, b: Omit<Compared, 'id'>): Likeness | undefined {
  const numbers = [b.phone, b.phone2, b.whatsapp]
  const shared: Record<DuplicateReason, boolean> = {
    name: a.first_name === b.first_name && a.last_name === b.last_name,
    dob: a.dob !== null && a.dob === b.dob,
    email: a.email !== null && a.email === b.email,
    phone: [a.phone, a.phone2, a.whatsapp].some(number => number !== null && numbers.includes(number)),
    family: a.family_id !== null && a.family_id === b.family_id,
    address: a.address !== null && a.address === b.address,
  }
  const strength = strengthOf(shared, a.dob !== null && b.dob !== null && a.dob !== b.dob)
  if (strength === undefined) return undefined
  return { strength, reasons: (Object.keys(shared) as DuplicateReason[]).filter(reason => shared[reason]) }
}

/**
 * A name with something of one's own is very likely; a name within a family or at an address, or two things of one's own,
 * likely. A name alone, or one thing, is possible; but namesakes who were born on different days are two people.
 */
function strengthOf(
  { name, dob, email, phone, family, address }: Record<DuplicateReason, boolean>,
  bornApart: boolean,
): Likeness['strength'] | undefined {
  const own = [dob, email, phone].filter(Boolean).length
  if (name && own > 0) return 3
  if ((name && (family || address)) || own > 1) return 2
  if (name) return bornApart ? undefined : 1
  return own > 0 ? 1 : undefined
}
