/**
 * What a new password has to be: long, and nothing that is guessed early: no common password, no row of keys, no name of
 * whose it is or of their church (ASVS 5.0, 6.2.4 and 6.2.11; NIST SP 800-63B-4, 3.1.1.2). Judged on this machine alone.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { because } from '../texts/because.ts'

/** A second factor may come later, so the password alone has to be long enough (ASVS 5.0, 6.2.9). */
export const SHORTEST_PASSWORD = 15
export const LONGEST_PASSWORD = 128

/** Power of ten of the guesses that it takes: what `GUESSES` of them a day (decision 0012) do not get through. */
const FEWEST_GUESSES = 10
/** Judging takes time that grows with the square of the length, so both ends are judged, each up to here. */
const JUDGED = 32

let judge: Promise<ZxcvbnFactory> | undefined

/** The lists are read when the first password is set: that takes half a second. */
async function makeJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 5 })
}

/**
 * What is wrong with a new password, as a sentence that follows "The password"; undefined for a good one.
 * @param names of whose it is, and of their churches
 */
export async function problemOf(password: string, names: readonly string[]): Promise<string | undefined> {
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    return because('must be {shortest} to {most} characters; a few words are easy to remember', {
      shortest: SHORTEST_PASSWORD,
      most: LONGEST_PASSWORD,
    })
  }
  judge ??= makeJudge()
  const zxcvbn = await judge
  const known = words(names)
  const ends = new Set([password.slice(0, JUDGED), password.slice(-JUDGED)])
  const guesses = [...ends].map(end => zxcvbn.check(end, known).guessesLog10)
  if (Math.max(...guesses) >= FEWEST_GUESSES) return undefined
  return because(
    'is too easy to guess; use a few words that do not belong together, without your name or that of your church',
  )
}

/** Names as they stand, without spaces, and word by word. */
function words(names: readonly string[]): string[] {
  const lower = names.map(name => name.toLowerCase())
  const parts = lower.flatMap(name => [name, name.replace(/\s+/g, ''), ...name.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(parts)].filter(part => part.length > 2)
}
