/** Why a pupil did not move up with the others, or not back: kept as data, said in the reader's language. */
import { msg, type Say } from './language.ts'

/** As promotions keep it. */
export type MoveReason =
  | 'left_class'
  | 'class_closed'
  | 'removed'
  | 'deceased'
  | 'moved_since'
  | 'back_in_class'
  | 'grade_changed'
  | 'status_changed'

const WORDS: Readonly<Record<MoveReason, string>> = {
  left_class: msg('had changed class since the draft'),
  class_closed: msg('the class takes no pupils any more'),
  removed: msg('the person was removed'),
  deceased: msg('the person has died'),
  moved_since: msg('somebody has moved them since'),
  back_in_class: msg('is in the class again already'),
  grade_changed: msg('was given another grade since'),
  status_changed: msg('was given another status since'),
}

/** Why a pupil stays where they are, whom a draft passes over. */
export type PassedOver = 'paused' | 'closed' | 'several' | 'since'

const PASSED: Readonly<Record<PassedOver, string>> = {
  paused: msg('{name} is paused'),
  closed: msg('{name} is closed'),
  several: msg('is in several classes, and moves up from another one than {name}'),
  since: msg('came into {name} since the draft'),
}

/** As what follows a name: `Ada Obi: Lions is paused`. @param name of the class */
export const passedOverWords = (reason: PassedOver, name: string, say: Say): string => say(PASSED[reason], { name })

/** As what follows a name: `Ada Obi: had changed class since the draft`. */
export const moveReasonWords = (reason: MoveReason, say: Say): string => say(WORDS[reason])
