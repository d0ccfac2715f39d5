/** When a provider is asked what became of a gift that it has not told of: with growing gaps, for two days. */

/** Minutes from the beginning of a gift to the first question, then from each question to the next. */
export const LOOK_GAPS = [5, 10, 30, 60, 180, 360, 720, 1_440] as const

export const FIRST_LOOK_MINUTES = LOOK_GAPS[0]
