/** A link within the church. */
import { Anchor, type AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMembership } from '../session/membership.tsx'

export function TextLink({ to, children, ...rest }: AnchorProps & { to: string; children: ReactNode }) {
  const { path } = useMembership()
  return (
    <Anchor component={Link} href={path(to)} {...rest}>
      {children}
    </Anchor>
  )
}
