/** What the group of a resource has on the command line that no declaration says. */
import type { Action } from '../resource/action.ts'
import type { AddCommand, Open, Result } from './command.ts'

export interface ByHand {
  /** Adds its commands to the group. */
  add: AddCommand
  /** What its `list` shows with one more option, in the place of records. */
  lists?: {
    /** The option: `missing`. */
    flag: string
    doc: string
    /** Options that go with it. */
    options: readonly (readonly [flags: string, doc: string])[]
    run(open: Open, options: Readonly<Record<string, string | true | undefined>>): Promise<Result>
  }
  /** Actions that these commands do, so that none are derived from them. */
  instead: readonly Pick<Action, 'name'>[]
}
