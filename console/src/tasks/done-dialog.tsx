/** Asks what came of a task; loaded when it is asked. */
import { NativeSelect, Stack, Textarea } from '@mantine/core'
import type { MyTask } from '../../../src/modules/tasks/home.ts'
import { wordOf } from '../formats/words.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { useHouse } from '../house/house.ts'
import { t } from '../texts/t.ts'

/** Marks the task as done. */
export function DoneDialog({ task: { id, title }, onClose }: { task: MyTask; onClose(): void }) {
  const tasks = useHouse()?.find(({ name }) => name === 'tasks')
  const outcomes = tasks?.fields.find(({ name }) => name === 'outcome')?.choices ?? []
  const initial: { outcome: string; note: string } = { outcome: '', note: '' }
  return (
    <ActionDialog
      action="tasks.done"
      title={title}
      submit={t('Mark as done')}
      initial={initial}
      input={({ outcome, note }) => ({ id, note, ...(outcome !== '' && { outcome: outcome as 'reached' }) })}
      done={() => t('Done. Thank you.')}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <Stack gap="sm">
          <NativeSelect
            label={t('What came of it')}
            data={[{ value: '', label: '' }, ...outcomes.map(value => ({ value, label: wordOf(value) }))]}
            value={values.outcome}
            error={errors.outcome}
            onChange={event => change({ outcome: event.currentTarget.value })}
            data-autofocus
          />
          <Textarea
            label={t('Note')}
            autosize
            minRows={2}
            value={values.note}
            error={errors.note}
            onChange={event => change({ note: event.currentTarget.value })}
          />
        </Stack>
      )}
    </ActionDialog>
  )
}
