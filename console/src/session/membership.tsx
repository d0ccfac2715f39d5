/** The church that is shown, and what the user may do in it. */
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Permission } from '../api/offers.ts'
import { ShownChurchContext } from '../api/shown-church.ts'
import { typeAsIn } from '../formats/money.ts'
import { writeAsIn } from '../texts/load-language.ts'
import type { Membership, Session } from './session.ts'

interface Current extends Membership {
  user: Session['user']
  mails: boolean
  tones: Session['tones']
  /** True when the user has the scope, such as `people:write`, or may do or see it, such as `people.remove` or `keys`. */
  may(permission: Permission): boolean
  /** True when the user may read the records of a resource. */
  sees(resource: string): boolean
  /** An address within the church: `/people` is `/c/demo/people`. */
  path(within: string): string
}

const Context = createContext<Current | undefined>(undefined)

/** Addresses of the church begin with this. */
export const churchPath = (slug: string): string => `/c/${slug}`

export function MembershipProvider({
  session: { user, mails, tones },
  membership,
  children,
}: {
  session: Session
  membership: Membership
  children: ReactNode
}) {
  // Before anything below is drawn, which reads and shows amounts and days.
  writeAsIn(membership.church.country)
  typeAsIn(membership.church.country)
  const current = useMemo<Current>(() => {
    const permissions = new Set<string>([...membership.scopes, ...membership.offers])
    const base = churchPath(membership.church.slug)
    return {
      ...membership,
      user,
      mails,
      tones,
      may: permission => permissions.has(permission),
      sees: resource => permissions.has(`${resource}:read`),
      path: within => `${base}${within}`,
    }
  }, [user, mails, tones, membership])
  return (
    <ShownChurchContext value={current}>
      <Context value={current}>{children}</Context>
    </ShownChurchContext>
  )
}

/** @throws Error outside of a church's pages */
export function useMembership(): Current {
  const current = use(Context)
  if (current === undefined) throw new Error('Not within a church.')
  return current
}
