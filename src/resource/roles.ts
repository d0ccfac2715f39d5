/** The roles of the console, and how a declaration says who may. */

/** From the widest to the narrowest. A helper sees the records of their duties and nothing else (decision 0023). */
export const ROLES = ['owner', 'administrator', 'finance', 'staff', 'viewer', 'helper'] as const
export type Role = (typeof ROLES)[number]

/** Those that see whole branches. */
export const READERS = ['owner', 'administrator', 'finance', 'staff', 'viewer'] as const satisfies readonly Role[]

export const ADMINISTRATORS = ['owner', 'administrator'] as const
export const FINANCE = [...ADMINISTRATORS, 'finance'] as const
export const STAFF = [...ADMINISTRATORS, 'staff'] as const

/** Who may do or see something. */
export interface Allowed {
  roles: readonly Role[]
  /** It concerns the whole church: not for those whom a branch limits. */
  churchWide: boolean
}

/** These roles, where a branch limits them within it. */
export const within = (roles: readonly Role[]): Allowed => ({ roles, churchWide: false })

/** These roles, and nobody whom a branch limits. */
export const churchWide = (roles: readonly Role[]): Allowed => ({ roles, churchWide: true })

/** Nobody of the console: what whoever runs the service does on the command line. */
export const NOBODY: Allowed = within([])

/** Whether somebody may. @param limited to a branch */
export const mayThey = (role: Role, { roles, churchWide }: Allowed, limited: boolean): boolean =>
  roles.includes(role) && !(limited && churchWide)
