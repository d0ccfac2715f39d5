/** The frame of every page: skip link, header, navigation, the page itself. */
import { ActionIcon, AppShell, Drawer, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Mark } from '../parts/mark.tsx'
import { t } from '../texts/t.ts'
import { WaitingStrip } from '../unsent/waiting-strip.tsx'
import { ChurchMenu } from './church-menu.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { SearchButton } from './search-button.tsx'
import { ThumbBar } from './thumb-bar.tsx'
import { UserMenu } from './user-menu.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const [opened, drawer] = useDisclosure(false)
  return (
    <>
      <a href="#content" className="skip-link">
        {t('Skip to content')}
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: true } }}
        footer={{ height: 'var(--thumb-bar)' }}
        padding={{ base: 'md', sm: 'xl' }}
      >
        <AppShell.Header px="md">
          <Group h="100%" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <ActionIcon
                className="menu-button"
                hiddenFrom="sm"
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('Menu')}
                onClick={drawer.open}
              >
                <Icon name="menu" />
              </ActionIcon>
              <Group visibleFrom="sm" w={200}>
                <Mark />
              </Group>
              <ChurchMenu />
            </Group>
            <Group gap="xs" wrap="nowrap">
              <SearchButton />
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm" component="div" visibleFrom="sm">
          <AppShell.Section grow className="scroll-cue">
            <NavigationLinks />
          </AppShell.Section>
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <WaitingStrip />
          {children}
        </AppShell.Main>
        <AppShell.Footer className="thumb-bar" hiddenFrom="sm">
          <ThumbBar onMore={drawer.open} isOpen={opened} />
        </AppShell.Footer>
      </AppShell>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={280}
        title={<Mark />}
        closeButtonProps={{ 'aria-label': t('Close the menu') }}
        returnFocus
      >
        <NavigationLinks onFollow={drawer.close} />
      </Drawer>
    </>
  )
}
