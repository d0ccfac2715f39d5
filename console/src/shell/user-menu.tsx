/** The menu of who is signed in: your account, light or dark, sign-out. */
import { Avatar, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

const UserMenuItems = lazy(async () => ({ default: (await import('./user-menu-items.tsx')).UserMenuItems }))

/** Menus are placed by a library that the first page does without. */
export function UserMenu() {
  const { user } = useMembership()
  const [wanted, setWanted] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  const focusButton = useCallback(() => ref.current?.focus(), [])
  const button = (
    <UnstyledButton ref={ref} p={4} aria-haspopup="menu" onClick={wanted ? undefined : () => setWanted(true)}>
      <VisuallyHidden>{t('Account menu of {name}', { name: user.name })}</VisuallyHidden>
      <Avatar name={user.name} size={32} color="indigo.8" variant="filled" aria-hidden="true" />
    </UnstyledButton>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenuItems focusButton={focusButton}>{button}</UserMenuItems>
    </Suspense>
  )
}
