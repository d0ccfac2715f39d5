/** What the group of a resource has on the command line that no declaration says. */
import type { Action } from '../resource/action.ts'
import type { AddCommand } from './command.ts'

export interface ByHand {
  /** Adds its commands to the group. */
  add: AddCommand
  /** Actions that these commands do, so that none are derived from them. */
  instead: readonly Pick<Action, 'name'>[]
}
