/** Numbers that look random and are the same for the same seed. Not for secrets. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** One of a list. */
  pick<T>(list: readonly T[]): T
  /** True with this probability. */
  chance(probability: number): boolean
}

/** The generator mulberry32 (Tommy Ettinger, public domain): 32 bits of state. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    pick<T>(list: readonly T[]): T {
      const one = list[whole(0, list.length - 1)]
      if (one === undefined) throw new Error('Nothing can be picked from an empty list.')
      return one
    },
    chance: probability => next() < probability,
  }
}
