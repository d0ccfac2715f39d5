/** Who asks: the key, its church, and what of the church it may see. */

/** A church as every request needs it. */
export interface Church {
  id: number
  slug: string
  name: string
  country: string
  currency: string
  timezone: string
  status: 'active' | 'inactive'
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
  /** True when the church has this branch. */
  has(branch: number): boolean
  /** This branch and all below it; empty for a branch the church does not have. */
  below(branch: number): readonly number[]
}

/** Everything an operation may know about who asks. */
export interface Caller {
  /** Tells this state of the church's account (its tree, country, …) from earlier ones and from other churches. */
  account: string
  church: Church
  key: Key
  branches: BranchTree
  /** The branches a limited key may see; null for a key without a limit. */
  visible: readonly number[] | null
  /** Origins of web pages that may use the key from a browser. */
  origins: readonly string[]
  /** The person in the console who asks; absent for a key. */
  user?: { id: string; name: string; role: string; session: string }
}

/** Where what a caller records comes from: through the API by another system, or by a person's hand. */
export const sourceOf = ({ user }: Caller): 'api' | 'manual' => (user === undefined ? 'api' : 'manual')

/** True when the caller may see records of this branch. */
export const canSee = (caller: Caller, branch: number): boolean =>
  caller.branches.has(branch) && (caller.visible === null || caller.visible.includes(branch))
