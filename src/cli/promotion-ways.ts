/** Ways that are said of a whole class or grade when a promotion is drafted: `Lions=Eagles`, `6=graduate`. */

import { fold } from '../lib/fold.ts'
import type { PromotionShown, PupilMove } from '../modules/promotions/shown.ts'
import { CommandError } from './command.ts'

/** What becomes of pupils: they go to a class, or what the word says. */
interface Way {
  action: 'move' | 'graduate' | 'stay' | 'leave'
  to_group_id: number | null
}

/** What is decided of some pupils. */
export interface Decision extends Way {
  person_ids: number[]
}

const WORDS = ['graduate', 'stay', 'leave'] as const

/** Options of the draft, as often as they were given. */
export interface SaidWays {
  /** From classes, each by its name or id. */
  next: readonly string[]
  /** Of grades: those go before what is said of the class. */
  grade: readonly string[]
}

/**
 * What was said, pupil by pupil.
 * @throws CommandError for what names no class or grade of the draft, before anything is changed
 */
export function decisionsOf(shown: PromotionShown, said: SaidWays): Decision[] {
  const ways = new Map<number, Way>()
  const put = (pupils: readonly PupilMove[], way: Way): void => {
    for (const { person_id } of pupils) ways.set(person_id, way)
  }
  for (const text of said.next) {
    const [from, to] = partsOf(text, '--next Lions=Eagles')
    const found = oneNamed(shown.classes, from, 'is no class with pupils in the year that ends')
    // Whoever is in the class that they would go to stays there.
    const way = wayTo(shown, to)
    put(found.pupils, way.to_group_id === found.id ? { action: 'stay', to_group_id: null } : way)
  }
  for (const text of said.grade) {
    const [grade, to] = partsOf(text, '--grade 3=Eagles')
    const of = ({ grade_before }: PupilMove): boolean => fold(grade_before ?? '') === fold(grade)
    const way = wayTo(shown, to)
    const classes = shown.classes.map(({ id, pupils }) => ({ id, pupils: pupils.filter(of) }))
    if (classes.every(({ pupils }) => pupils.length === 0)) throw new CommandError(`Nobody is in grade "${grade}".`)
    for (const { id, pupils } of classes) {
      put(pupils, way.to_group_id === id ? { action: 'stay', to_group_id: null } : way)
    }
  }
  const decided = new Map<string, Decision>()
  for (const [person, way] of ways) {
    const key = `${way.action}/${way.to_group_id}`
    const one = decided.get(key) ?? { ...way, person_ids: [] }
    one.person_ids.push(person)
    decided.set(key, one)
  }
  return [...decided.values()]
}

/** The class of a name may have a sign of equality in it: the last one parts the two. */
function partsOf(text: string, example: string): [string, string] {
  const at = text.lastIndexOf('=')
  const [from, to] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at === -1 || from === '' || to === '') throw new CommandError(`Write "${text}" as in: ${example}`)
  return [from, to]
}

function wayTo({ targets }: PromotionShown, said: string): Way {
  const word = WORDS.find(one => one === said.toLowerCase())
  if (word !== undefined) return { action: word, to_group_id: null }
  return { action: 'move', to_group_id: oneNamed(targets, said, 'is no class that takes pupils').id }
}

function oneNamed<T extends { id: number; name: string }>(all: readonly T[], said: string, wrong: string): T {
  const named = all.filter(({ name }) => fold(name) === fold(said))
  const found = named.length > 0 ? named : all.filter(({ id }) => String(id) === said)
  const [one, ...more] = found
  if (one === undefined) {
    const known = all.map(({ name }) => name).join(', ')
    throw new CommandError(`"${said}" ${wrong}. There ${all.length === 1 ? 'is' : 'are'}: ${known || 'none'}.`)
  }
  if (more.length > 0) throw new CommandError(`There are several classes "${said}": write the id of one of them.`)
  return one
}
