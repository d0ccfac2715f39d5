/** Who asks: a key, a person, the command line; their church, and what of it they may see. */

import type { ChurchLanguages } from '../texts/spoken.ts'
import type { Role } from './roles.ts'

/** A church as every request needs it. */
export interface Church extends ChurchLanguages {
  id: number
  slug: string
  name: string
  country: string
  currency: string
  timezone: string
  /** Closing: it waits to be removed; removing: it is being removed. */
  status: 'active' | 'inactive' | 'closing' | 'removing'
  api_enabled: boolean
  /** Names of the optional modules that are switched on. */
  modules: readonly string[]
  people_limit: number | null
  hq_branch_id: number
}

/** An API key as the key check shows it; the key itself is never kept. */
export interface Key {
  id: number
  name: string
  prefix: string
  scopes: readonly string[]
  branch_id: number | null
  created_at: string
}

/** The branch tree of a church: each branch with its parent. */
export interface BranchTree {
  /** How many branches there are. */
  size: number
  /** True when the church has this branch. */
  has(branch: number): boolean
  /** This branch and all below it; empty for a branch the church does not have. */
  below(branch: number): readonly number[]
}

/** A person of the church, signed in to the console. */
export interface Person {
  kind: 'person'
  /** Of the user, who may belong to other churches too. */
  id: string
  name: string
  role: Role
  session: string
  /** Id of what makes them one of this church. */
  membership: number
}

/** Who acts. */
export type Agent =
  | {
      kind: 'key'
      key: Key
      /** Origins of web pages that may use the key from a browser. */
      origins: readonly string[]
    }
  | Person
  | { kind: 'command' }
  | { kind: 'giver' }
  | { kind: 'worker'; name: string }

/** Everything an action may know about who asks. */
export interface Caller {
  by: Agent
  /** Tells this state of the church's account (its tree, country, …) from earlier ones and from other churches. */
  account: string
  church: Church
  scopes: readonly string[]
  branches: BranchTree
  /** The branch that who asks is limited to, with those below it; null without a limit. */
  branch_id: number | null
  /** The branches they may see; null without a limit. */
  visible: readonly number[] | null
}

/** The person who asks. @throws Error where nobody but a person can have come here */
export function personOf({ by }: Caller): Person {
  if (by.kind !== 'person') throw new Error('This is for people of the console only.')
  return by
}

/** Where what a caller records comes from: through the API by another system, or by a person's hand. */
export const sourceOf = ({ by }: Caller): 'api' | 'manual' => (by.kind === 'key' ? 'api' : 'manual')

/** Whose repeated requests are told from those of others: ids of keys are positive, those of memberships are negated; of others 0. */
export function repeaterOf({ by }: Caller): number {
  if (by.kind === 'key') return by.key.id
  return by.kind === 'person' ? -by.membership : 0
}

/** True when the caller may see records of this branch. */
export const canSee = (caller: Caller, branch: number): boolean =>
  caller.branches.has(branch) && (caller.visible === null || caller.visible.includes(branch))
