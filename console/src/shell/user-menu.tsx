/** The menu of who is signed in: your account, light or dark, sign-out. */
import {
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useLocation } from 'wouter'
import { attempt } from '../session/attempt.ts'
import { useMembership } from '../session/membership.tsx'
import { forgetEverything } from '../session/session.ts'
import { t } from '../texts/t.ts'

const SCHEMES = [
  ['auto', t('Match device')],
  ['light', t('Light')],
  ['dark', t('Dark')],
] as const

export function UserMenu() {
  const { user, role, path } = useMembership()
  const [, navigate] = useLocation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  async function signOut(): Promise<void> {
    const { problem } = await attempt<unknown>(auth => auth.signOut())
    if (problem !== undefined)
      return void notifications.show({ color: 'red', title: t('Not signed out'), message: problem })
    forgetEverything()
    navigate('/')
  }

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton p={4}>
          <VisuallyHidden>{t('Account menu of {name}', { name: user.name })}</VisuallyHidden>
          <Avatar name={user.name} size={32} color="indigo.8" variant="filled" aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
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
        <Menu.Item onClick={signOut}>{t('Sign out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
