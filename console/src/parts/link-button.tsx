/** A link within the church that looks like a button. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMembership } from '../session/membership.tsx'

export function LinkButton({
  to,
  children,
  ...rest
}: ButtonProps & { to: string; onClick?(): void; children: ReactNode }) {
  const { path } = useMembership()
  return (
    <Button component={Link} href={path(to)} {...rest}>
      {children}
    </Button>
  )
}
