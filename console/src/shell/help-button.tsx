/** Beside the title of a page: what it is for, and where the guide tells more. */
import { ActionIcon, Anchor, Popover, Stack, Text } from '@mantine/core'
import { use, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'
import { PageHelp } from './page-help.ts'

export function HelpButton() {
  const help = use(PageHelp)
  const [opened, setOpened] = useState(false)
  if (help === undefined) return null
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={320}
      position="bottom-start"
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          className="no-print"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('What this page is for')}
          onClick={() => setOpened(!opened)}
        >
          <Icon name="help" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('What this page is for')}>
        <Stack gap="xs">
          <Text size="sm">{help.says}</Text>
          <Anchor size="sm" href={`/guide/${help.chapter}`} target="_blank" rel="noopener">
            {t('More in the guide')}
          </Anchor>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
