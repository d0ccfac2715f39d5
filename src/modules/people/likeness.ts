/** What two records of people have in common, and how likely they are of one person. Names and e-mails in small letters. */

/** As much of a person as is compared. */
export interface Compared {
  id: number
  email: string | null
  phone: string | null
  phone2: string | null
  whatsapp: string | null
  first_name: string
  last_name: string
  dob: string | null
  family_id: number | null
}

/** What two records have in common. */
export type DuplicateReason = 'name' | 'dob' | 'email' | 'phone' | 'family'

/** Two records that may be of one person; `person_id` is the smaller id. */
export interface LikelyPair {
  person_id: number
  other_id: number
  /** 3: very likely, 2: likely, 1: possible. */
  strength: 1 | 2 | 3
  reasons: DuplicateReason[]
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
        if (other.id === one.id) continue
        const pair = pairOf(one, other)
        pairs.set(`${pair.person_id} ${pair.other_id}`, pair)
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
    ...(dob === null ? [] : [`dob ${dob} ${name}`]),
    ...(family_id === null ? [] : [`family ${family_id} ${name}`]),
  ]
  return [...new Set(keys)]
}

function pairOf(a: Compared, b: Compared): LikelyPair {
  const numbers = [b.phone, b.phone2, b.whatsapp]
  const shared: Record<DuplicateReason, boolean> = {
    name: a.first_name === b.first_name && a.last_name === b.last_name,
    dob: a.dob !== null && a.dob === b.dob,
    email: a.email !== null && a.email === b.email,
    phone: [a.phone, a.phone2, a.whatsapp].some(number => number !== null && numbers.includes(number)),
    family: a.family_id !== null && a.family_id === b.family_id,
  }
  return {
    person_id: Math.min(a.id, b.id),
    other_id: Math.max(a.id, b.id),
    strength: strengthOf(shared),
    reasons: (Object.keys(shared) as DuplicateReason[]).filter(reason => shared[reason]),
  }
}

/** A name with something of one's own is very likely; a name within a family, or two things of one's own, likely. */
function strengthOf({ name, dob, email, phone }: Record<DuplicateReason, boolean>): LikelyPair['strength'] {
  const own = [dob, email, phone].filter(Boolean).length
  if (name && own > 0) return 3
  return name || own > 1 ? 2 : 1
}
