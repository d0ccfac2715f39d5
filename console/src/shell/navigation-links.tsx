/** The navigation: the sidebar's content, and that of the drawer on a phone. */
import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useNavigation } from '../house/house.ts'
import { Icon } from '../parts/icon.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { currentPath } from './current-path.ts'

export function NavigationLinks({ onFollow }: { onFollow?(): void }) {
  const { path } = useMembership()
  const [address] = useLocation()
  const navigation = useNavigation()
  const here = currentPath(navigation, address.slice(path('').length))
  return (
    <nav aria-label={t('Main')}>
      <Stack gap="lg">
        {navigation.map(group => (
          <div key={group.label ?? ''}>
            {group.label && (
              <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
                {group.label}
              </Text>
            )}
            {group.items.map(item => {
              const current = item.path === here
              return (
                <NavLink
                  key={item.path}
                  component={Link}
                  href={path(item.path)}
                  label={item.label}
                  leftSection={<Icon name={item.icon} />}
                  active={current}
                  aria-current={current ? 'page' : undefined}
                  onClick={onFollow}
                  style={{ borderRadius: 'var(--mantine-radius-md)' }}
                />
              )
            })}
          </div>
        ))}
      </Stack>
    </nav>
  )
}
