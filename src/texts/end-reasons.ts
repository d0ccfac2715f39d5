/** Why a membership or a request ended by itself: kept in English, which the API answers, and said in the reader's language. */
import { msg } from './language.ts'

/** What became of them, by what ended them. */
export const ENDED = {
  movedUp: msg('Moved up'),
  graduated: msg('Graduated'),
  leftAtEndOfYear: msg('Left at the end of the school year'),
  promotionUndone: msg('The promotion was undone'),
  importTakenBack: msg('The import was taken back'),
  removed: msg('The person was removed'),
  merged: msg('Two records of one person were merged'),
}

/** Of a membership. */
export const LEFT_BY_THEMSELVES: readonly string[] = Object.values(ENDED)

/** Of a request to join. */
export const WITHDRAWN_BY_THEMSELVES: readonly string[] = [ENDED.removed, ENDED.merged]
