/** The menu of who has several churches; loaded for them alone. */
import { Menu, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '../parts/icon.tsx'
import { churchPath } from '../session/membership.tsx'
import type { Membership } from '../session/session.ts'
import { t } from '../texts/t.ts'

/** @param children the name of the church that is shown */
export function ChurchChoice({ churches, children }: { churches: Membership['church'][]; children: ReactNode }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton display="flex" style={{ alignItems: 'center', gap: 4, minWidth: 0 }}>
          {children}
          <Icon name="down" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Your churches')}</Menu.Label>
        {churches.map(({ id, slug, name }) => (
          <Menu.Item key={id} component={Link} href={churchPath(slug)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
