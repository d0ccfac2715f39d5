/** The church that is shown; a menu where the user has several. */
import { Menu, Text, UnstyledButton } from '@mantine/core'
import { Link } from 'wouter'
import { Icon } from '../parts/icon.tsx'
import { churchPath, useMembership } from '../session/membership.tsx'
import { useSession } from '../session/session.ts'
import { t } from '../texts/t.ts'

export function ChurchMenu() {
  const { church } = useMembership()
  const memberships = useSession().data?.memberships ?? []
  const name = (
    <Text fw={600} className="church-name" lineClamp={3} lh={1.15} title={church.name} dir="auto">
      {church.name}
    </Text>
  )
  if (memberships.length < 2) return name
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton display="flex" style={{ alignItems: 'center', gap: 4, minWidth: 0 }}>
          {name}
          <Icon name="down" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Your churches')}</Menu.Label>
        {memberships.map(one => (
          <Menu.Item key={one.church.id} component={Link} href={churchPath(one.church.slug)}>
            {one.church.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
