/** The families and people of the demo church: about 200 people, the same for the same seed. */
import { addDays } from '../lib/calendar.ts'
import { fold } from '../lib/fold.ts'
import type { Random } from '../lib/random.ts'
import { CITIES, FAMILY_NAMES, JOBS, MEN, WOMEN } from './names.ts'

/** A family, by its place in the list. */
export interface InventedFamily {
  name: string
  branch: number
  address: string
}

/** A person; `family` and `branch` are places in their lists. */
export interface InventedPerson {
  family: number | null
  branch: number
  family_role: string | null
  title: string | null
  first_name: string
  last_name: string
  gender: string
  dob: string
  marital_status: string | null
  email: string | null
  phone: string | null
  city: string
  occupation: string | null
  /** In which they are written to (BCP 47); null for the church's. */
  language: string | null
  status: string
  source: string
  membership_date: string | null
  first_visit_date: string
}

const GROWN = ['member', 'member', 'member', 'worker', 'leader', 'regular', 'inactive'] as const
const NEW = ['first_timer', 'visitor', 'visitor', 'new_convert', 'regular'] as const

/** @param branches how many branches there are; @param today `YYYY-MM-DD` */
export function demoPeople(
  random: Random,
  branches: number,
  today: string,
): { families: InventedFamily[]; people: InventedPerson[] } {
  const families: InventedFamily[] = []
  const people: InventedPerson[] = []
  for (let index = 0; index < 48; index += 1) {
    const branch = random.whole(0, branches - 1)
    const name = random.pick(FAMILY_NAMES)
    families.push({ name: `${name} family`, branch, address: `${random.whole(1, 99)} ${random.pick(MEN)} Street` })
    const household = { family: index, branch, last_name: name }
    people.push(grownUp(random, today, people.length, { ...household, family_role: 'head', gender: 'male' }))
    people.push(grownUp(random, today, people.length, { ...household, family_role: 'spouse', gender: 'female' }))
    for (let child = random.whole(0, 3); child > 0; child -= 1) people.push(youngster(random, today, household))
  }
  while (people.length < 200) {
    const gender = random.pick(['male', 'female'])
    const alone = { family: null, branch: random.whole(0, branches - 1), last_name: random.pick(FAMILY_NAMES) }
    people.push(grownUp(random, today, people.length, { ...alone, family_role: null, gender }))
  }
  return { families, people }
}

type Household = Pick<InventedPerson, 'family' | 'branch' | 'last_name'>

function grownUp(
  random: Random,
  today: string,
  serial: number,
  known: Household & Pick<InventedPerson, 'family_role' | 'gender'>,
): InventedPerson {
  const first_name = random.pick(known.gender === 'female' ? WOMEN : MEN)
  const married = known.family !== null
  const status = married || random.chance(0.4) ? random.pick(GROWN) : random.pick(NEW)
  const days = random.whole(30, 4_000)
  const since = addDays(today, -days)
  const settled = (GROWN as readonly string[]).includes(status)
  return {
    ...known,
    title: married ? (known.gender === 'female' ? 'Mrs' : 'Mr') : null,
    first_name,
    dob: addDays(today, -random.whole(25 * 365, 75 * 365)),
    marital_status: married ? 'married' : 'single',
    // The first can be reached by everything, for those who try it out.
    email:
      random.chance(0.7) || serial === 0 ? `${fold(`${first_name}.${known.last_name}`)}.${serial}@example.org` : null,
    phone: random.chance(0.9) || serial === 0 ? `+234803${String(2_000_000 + serial * 137).padStart(7, '0')}` : null,
    city: random.pick(CITIES),
    occupation: random.pick(JOBS),
    // Some have come from next door.
    language: serial % 12 === 5 ? 'fr' : null,
    status,
    source: random.pick(['invited', 'online', 'walk_in']),
    membership_date: settled ? since : null,
    // Who is new came in the last weeks.
    first_visit_date: addDays(settled ? since : addDays(today, -(days % 80)), -random.whole(7, 90) * Number(settled)),
  }
}

function youngster(random: Random, today: string, household: Household): InventedPerson {
  const gender = random.pick(['male', 'female'])
  const dob = addDays(today, -random.whole(200, 17 * 365))
  return {
    ...household,
    family_role: 'child',
    title: null,
    first_name: random.pick(gender === 'female' ? WOMEN : MEN),
    gender,
    dob,
    marital_status: null,
    email: null,
    phone: null,
    city: random.pick(CITIES),
    occupation: null,
    language: null,
    status: 'regular',
    source: 'invited',
    membership_date: null,
    first_visit_date: dob,
  }
}
