/** Beside the title of a page: what it is for, and where the guide tells more. */
import { ActionIcon, Anchor, Popover, Stack, Text } from '@mantine/core'
import { use, useState } from 'react'
import type { Explained } from '../../../src/resource/chapter.ts'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'
import { PageHelp } from './page-help.ts'

export function HelpButton() {
  const help = use(PageHelp)
  const [explained, setExplained] = useState<Explained>()
  const [opened, setOpened] = useState(false)
  if (help === undefined) return null

  async function toggle(): Promise<void> {
    if (typeof help === 'object') setExplained(help)
    else if (help !== undefined) setExplained(await help())
    setOpened(!opened)
  }

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
          onClick={toggle}
        >
          <Icon name="help" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('What this page is for')}>
        <Stack gap="xs">
          <Text size="sm">{explained?.says}</Text>
          <Anchor size="sm" href={`/guide/${explained?.chapter ?? ''}`} target="_blank" rel="noopener" hrefLang="en">
            {t('More in the guide')}
          </Anchor>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
