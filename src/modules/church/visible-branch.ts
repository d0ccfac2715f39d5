/** Which branch a record goes to when its body names none (decisions, "Default branch"). */
import type { Caller } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'

/** The key's branch, else the head branch. */
export const defaultBranch = (caller: Caller): number => caller.branch_id ?? caller.church.hq_branch_id

/** What a body is told of a branch that does not exist or is out of sight: the same words for both. */
export const NO_SUCH_BRANCH = because('names no branch that you can use')
