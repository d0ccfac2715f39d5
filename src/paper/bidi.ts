/**
 * Lines as they are seen, where some of their words run from right to left: the Unicode Bidirectional Algorithm (UAX #9). The
 * library that writes PDF files joins Arabic letters, but puts words one after the other from the left, as they come.
 */
import { lazily } from '../lib/lazily.ts'

export type Direction = 'ltr' | 'rtl'

/** Words that run one way, in the order in which they are read. */
export interface DirectedRun {
  text: string
  direction: Direction
}

const loaded = lazily<typeof import('bidi-js').default>('bidi-js')
let made: ReturnType<ReturnType<typeof loaded>> | undefined
const bidi = (): NonNullable<typeof made> => {
  made ??= loaded()()
  return made
}

/** Letters that run from right to left, and marks that say which way others run. */
const NEEDED =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200e\u200f\u202a-\u202e\u2066-\u2069\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Those marks have done what they are for once words are in their order; no font has them. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * The runs of a line, from left to right. Brackets of what runs from right to left are the mirrored ones.
 * @param base which way the line runs as a whole
 */
export function directedRuns(line: string, base: Direction): DirectedRun[] {
  if (line === '' || (base === 'ltr' && !NEEDED.test(line))) return [{ text: line, direction: 'ltr' }]
  const embedding = bidi().getEmbeddingLevels(line, base)
  const { levels } = embedding
  const mirrored = bidi().getMirroredCharactersMap(line, levels)
  const runs: (DirectedRun & { level: number })[] = []
  for (const at of bidi().getReorderedIndices(line, embedding)) {
    const level = levels[at] ?? 0
    const letter = mirrored.get(at) ?? line.charAt(at)
    const last = runs.at(-1)
    if (last?.level !== level) runs.push({ text: letter, direction: level % 2 === 1 ? 'rtl' : 'ltr', level })
    else last.text = last.direction === 'rtl' ? letter + last.text : last.text + letter
  }
  return runs
    .map(({ text, direction }) => ({ text: text.replaceAll(MARKS, ''), direction }))
    .filter(({ text }) => text !== '')
}

/** By its first letter of a script of its own, the library that shapes letters tells which way a run is to be turned: that of these. */
const SCRIPTED = /[^\p{Script=Common}\p{Script=Inherited}]/u
const TURNED =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

/** A run as that library takes it. It turns Arabic digits, too, which are read from the left, and no punctuation that stands alone. */
export function forShaping({ text, direction }: DirectedRun): string {
  const turned = TURNED.test(SCRIPTED.exec(text)?.[0] ?? '')
  return turned === (direction === 'rtl') ? text : [...text].reverse().join('')
}
