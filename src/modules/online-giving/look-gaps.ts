/** When a provider is asked what became of a gift that it has not told of: with growing gaps, for two days. */

/** Minutes from the beginning of a gift to the first question, then from each question to the next. */
export const LOOK_GAPS = [5, 10, 30, 60, 180, 360, 720, 1_440] as const

export const FIRST_LOOK_MINUTES = LOOK_GAPS[0]

/** Money that is on its way is asked about once a day after that: a bank debit takes up to two weeks. */
const DAYS_OF_PROCESSING = 28

/** Questions until a gift is given up. */
export const looksOf = (isProcessing: boolean): number => LOOK_GAPS.length + (isProcessing ? DAYS_OF_PROCESSING : 0)
