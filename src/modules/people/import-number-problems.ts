/** Why a number that a row of an import brings cannot be its person's: another row brings it, too, or somebody has it. */
import type { Repeated } from '../../lib/repeats.ts'
import type { Rows } from '../../resource/import-rows.ts'
import { because } from '../../texts/because.ts'
import type { NewPerson } from './import-judged.ts'
import { bareNumber, type NumberHolder } from './import-numbers.ts'

/** Other rows with the same number that are named. */
const MOST_NAMED = 5

/** A row that brings a number. */
interface Bringer {
  line: number
  number: string
}

/** By number, the first rows that bring it: of each as many as are named, and the one whose others they are. */
export type Sharing = ReadonlyMap<string, readonly Bringer[]>

export const bareOf = ({ values }: NewPerson): string => bareNumber(values.member_no ?? '')

/** The rows whose numbers stand in others, too. @param repeated numbers that several rows have */
export function sharingOf(rows: Rows<NewPerson>, repeated: Repeated | undefined): Sharing {
  const sharing = new Map<string, Bringer[]>()
  if (repeated === undefined) return sharing
  for (const piece of rows.pieces) {
    for (const person of piece.rows()) {
      const { line, values } = person
      const bare = bareOf(person)
      if (values.member_no === undefined || !repeated.has(bare)) continue
      const some = sharing.get(bare) ?? []
      if (some.length <= MOST_NAMED) some.push({ line, number: values.member_no })
      sharing.set(bare, some)
    }
  }
  return sharing
}

/** What is wrong with the number that a row brings; undefined where nothing is. @param holder who has it on record */
export function numberProblem(
  { line }: NewPerson,
  number: string,
  holder: NumberHolder | undefined,
  sharing: readonly Bringer[],
): string | undefined {
  const others = sharing.filter(other => other.line !== line)
  if (others.length > 0) {
    const lines = others
      .map(other => other.line)
      .slice(0, MOST_NAMED)
      .join(' and ')
    const [other] = others
    return other?.number === number
      ? because('is in line {lines}, too: no two people can have the same number', { lines })
      : because(
          'is the number in line {lines} with or without zeros in front: spreadsheets drop such zeros, so both count as the same number',
          { lines },
        )
  }
  if (holder === undefined) return undefined
  return belongsTo(holder, number)
}

function belongsTo({ full_name: who, id, removed, member_no }: NumberHolder, number: string): string {
  if (member_no === number) {
    return removed
      ? because('is taken: it belongs to {who} (person {id}, removed)', { who, id })
      : because('is taken: it belongs to {who} (person {id})', { who, id })
  }
  const taken = { member_no, who, id }
  return removed
    ? because(
        'is taken: {member_no}, the same number with or without zeros in front, belongs to {who} (person {id}, removed)',
        taken,
      )
    : because(
        'is taken: {member_no}, the same number with or without zeros in front, belongs to {who} (person {id})',
        taken,
      )
}
