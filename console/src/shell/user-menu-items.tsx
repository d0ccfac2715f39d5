/** What the menu of who is signed in holds; loaded when it is opened. */
import { type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { roleLabel } from '../formats/roles.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { SignOutDialog } from '../unsent/sign-out-dialog.tsx'
import { useSignOut } from '../unsent/use-sign-out.ts'

const SCHEMES = [
  ['auto', t('Match device')],
  ['light', t('Light')],
  ['dark', t('Dark')],
] as const

/**
 * Opens as soon as it is there: its button was pressed.
 * @param focusButton as the button that was pressed is another one by now: where the focus goes back to
 * @param children the button that opens and closes it
 */
export function UserMenuItems({ focusButton, children }: { focusButton(): void; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    focusButton()
    setOpened(true)
  }, [focusButton])
  const { user, role, path } = useMembership()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { unsent, leave, stay, signOut } = useSignOut()

  return (
    <>
      <SignOutDialog count={unsent} onStay={stay} onSignOut={() => void signOut()} />
      <Menu position="bottom-end" width={220} opened={opened} onChange={setOpened}>
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {user.name}
            </Text>
            <Text size="xs" truncate>
              {user.email} · {roleLabel(role)}
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
