/** One's own open tasks: those that are overdue first, with the number to call and a button for what is done. */
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import type { MyTask } from '../../../src/modules/tasks/home.ts'
import { day } from '../formats/dates.ts'
import { ChartSection } from '../home/chart-section.tsx'
import { useTasks } from '../home/views.ts'
import { TextLink } from '../parts/text-link.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

const DoneDialog = lazy(async () => ({ default: (await import('./done-dialog.tsx')).DoneDialog }))

/** Nothing at all for whoever has none. */
function MyTasks() {
  const view = useTasks()
  if (view.data?.total === 0) return null
  return (
    <ChartSection
      title={t('My tasks')}
      view={view}
      actions={
        <TextLink to="/tasks?mine=1&status=open" size="sm">
          {t('All my tasks')}
        </TextLink>
      }
    >
      {({ tasks, total }) => (
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {tasks.map(task => (
            <Line key={task.id} task={task} />
          ))}
          {total > tasks.length && (
            <Text component="li" size="sm" c="dimmed">
              {t('{count, number} more', { count: total - tasks.length })}
            </Text>
          )}
        </Stack>
      )}
    </ChartSection>
  )
}

function Line({ task }: { task: MyTask }) {
  const { id, title, due_on, overdue, full_name, phone } = task
  const [opened, dialog] = useDisclosure(false)
  return (
    <Group component="li" justify="space-between" align="flex-start">
      <Stack gap={2} flex="1 1 12rem">
        <TextLink to={`/tasks/${id}`}>{title}</TextLink>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('Due {day}', { day: day(due_on) })}
          </Text>
          {overdue && (
            <Badge color="red" variant="light">
              {t('Overdue')}
            </Badge>
          )}
          {full_name !== null && <Text size="sm">{full_name}</Text>}
          {phone !== null && (
            <Anchor href={`tel:${phone}`} size="sm">
              {phone}
            </Anchor>
          )}
        </Group>
      </Stack>
      <Button variant="default" size="sm" aria-label={t('Done: {title}', { title })} onClick={dialog.open}>
        {t('Done')}
      </Button>
      <Suspense>{opened && <DoneDialog task={task} onClose={dialog.close} />}</Suspense>
    </Group>
  )
}

/** On the home page. */
export const myTasks: PagePart = { needs: 'home.tasks', Part: MyTasks }
