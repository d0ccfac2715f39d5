/** What the menu of who is signed in holds; loaded when it is opened. */
import { type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { attempt } from '../session/attempt.ts'
import { useMembership } from '../session/membership.tsx'
import { forgetEverything } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { sendWaiting } from '../unsent/sending.ts'
import { SignOutDialog } from '../unsent/sign-out-dialog.tsx'
import { dropAll, unsentOf } from '../unsent/store.ts'

const SCHEMES = [
  ['auto', t('Match device')],
  ['light', t('Light')],
  ['dark', t('Dark')],
] as const

/** Open from the start. @param children the button that opens and closes it */
export function UserMenuItems({ children }: { children: ReactNode }) {
  const { user, role, path } = useMembership()
  const [, navigate] = useLocation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [unsent, setUnsent] = useState(0)

  /** What waits is sent first; where something is left, the person is asked. */
  async function leave(): Promise<void> {
    await sendWaiting(user.id)
    const left = await unsentOf(user.id)
    if (left.length > 0) setUnsent(left.length)
    else await signOut()
  }

  async function signOut(): Promise<void> {
    setUnsent(0)
    const { problem } = await attempt<unknown>(auth => auth.signOut())
    if (problem !== undefined)
      return void notifications.show({ color: 'red', title: t('Not signed out'), message: problem })
    await dropAll(user.id)
    forgetEverything()
    navigate('/')
  }

  return (
    <>
      <SignOutDialog count={unsent} onStay={() => setUnsent(0)} onSignOut={() => void signOut()} />
      <Menu position="bottom-end" width={220} defaultOpened>
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {user.name}
            </Text>
            <Text size="xs" truncate>
              {user.email}, {role}
            </Text>
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item component={Link} href={path('/account')}>
            {t('Your account')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('Appearance')}</Menu.Label>
          <Menu.RadioGroup value={colorScheme} onChange={scheme => setColorScheme(scheme as MantineColorScheme)}>
            {SCHEMES.map(([scheme, label]) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={() => void leave()}>{t('Sign out')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
