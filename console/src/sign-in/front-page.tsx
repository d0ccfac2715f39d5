/** The frame of pages that are shown before somebody is signed in. */
import { Anchor, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { GuidePlace } from '../../../src/texts/chapter.ts'
import { Mark } from '../parts/mark.tsx'
import { t } from '../texts/t.ts'

interface FrontPageProps {
  title: string
  lead?: ReactNode
  /** Where the guide tells more; null where it cannot be reached. */
  chapter?: GuidePlace | null
  children: ReactNode
}

/** The page says itself what to do on it; the guide tells volunteers how they come in. */
export function FrontPage({ title, lead, chapter = 'first-sunday#sign-in', children }: FrontPageProps) {
  useEffect(() => {
    document.title = `${title} · Sexton`
  }, [title])
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Mark />
        <Paper withBorder shadow="xs" p="xl">
          <Stack gap="md">
            <div>
              <Title order={1} size="h2">
                {title}
              </Title>
              {lead && (
                <Text c="dimmed" mt={4}>
                  {lead}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
        {chapter !== null && (
          <Anchor size="sm" href={`/guide/${chapter}`} target="_blank" rel="noopener">
            {t('More in the guide')}
          </Anchor>
        )}
      </Stack>
    </Center>
  )
}
