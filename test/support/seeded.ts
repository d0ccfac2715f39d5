/** Numbers that look random, and are the same for the same seed. */

export interface Seeded {
  /** A whole number from 0 to below `most`. */
  upTo(most: number): number
  pick<T>(of: readonly T[]): T
}

/** Mulberry32. */
export function seededPick(seed: number): Seeded {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (most: number): number => Math.floor(next() * most)
  return { upTo, pick: of => of[upTo(of.length)] as never }
}
