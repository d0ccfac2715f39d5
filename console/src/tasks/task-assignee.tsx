/** On the page of a task, for staff: gives it to somebody of the team, or to somebody on record who has no sign-in. */
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TaskAssignee as Assignee } from '../../../src/modules/tasks/assignee.ts'
import { useView } from '../api/use-offers.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import type { AnyRecord } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** @param record a task */
export function TaskAssignee({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('tasks.assign') || record.status !== 'open') return null
  return (
    <Group mb="md">
      <Button variant="default" onClick={dialog.open}>
        {record.assignee_name === null ? t('Give it to somebody') : t('Give it to somebody else')}
      </Button>
      {opened && <AssignDialog record={record} onClose={dialog.close} />}
    </Group>
  )
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function AssignDialog({ record, onClose }: { record: AnyRecord; onClose(): void }) {
  const all = useView('task_assignees').data
  if (all === undefined) return null
  const team = all.filter(({ branches }) => branches === null || branches.includes(Number(record.branch_id)))
  return (
    <ActionDialog
      action="tasks.assign"
      title={t('Who will do it?')}
      submit={t('Give it to them')}
      initial={{
        assignee_membership_id: idOf(record.assignee_membership_id),
        assignee_person_id: idOf(record.assignee_person_id),
      }}
      input={({ assignee_membership_id, assignee_person_id }) => ({
        id: record.id,
        assignee_membership_id,
        assignee_person_id,
      })}
      done={() => t('They will be reminded of it.')}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <Stack gap="sm">
          <NativeSelect
            label={t('Somebody of the team')}
            data={[{ value: '', label: t('Nobody') }, ...team.map(choiceOf)]}
            value={values.assignee_membership_id === null ? '' : String(values.assignee_membership_id)}
            error={errors.assignee_membership_id}
            onChange={event =>
              change({ assignee_membership_id: Number(event.currentTarget.value) || null, assignee_person_id: null })
            }
            data-autofocus
          />
          <RecordPicker
            resource="people"
            label={t('Or somebody without a sign-in')}
            description={t('They get an e-mail with a link by which they see the task and mark it as done.')}
            value={values.assignee_person_id}
            error={errors.assignee_person_id}
            onChange={found =>
              change({
                assignee_person_id: found?.id ?? null,
                ...(found && { assignee_membership_id: null }),
              })
            }
          />
        </Stack>
      )}
    </ActionDialog>
  )
}

const choiceOf = ({ membership_id, name }: Assignee) => ({ value: String(membership_id), label: name })
