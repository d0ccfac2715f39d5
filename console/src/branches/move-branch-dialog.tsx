/** Puts a branch, with everything below it, below another. */
import { NativeSelect, Text } from '@mantine/core'
import { useBranches } from '../api/use-records.ts'
import type { Branch } from '../api-types.ts'
import { branchChoices, withoutBranch } from '../formats/branch-tree.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { t } from '../texts/t.ts'

export function MoveBranchDialog({ branch, onClose }: { branch: Branch; onClose(): void }) {
  const branches = useBranches().data ?? []
  const nameOf = (id: number): string => branches.find(one => one.id === id)?.name ?? t('another branch')
  return (
    <ActionDialog
      action="branches.update"
      title={t('Move {name}', { name: branch.name })}
      submit={t('Move branch')}
      initial={{ parent_id: branch.parent_id ?? 0 }}
      input={({ parent_id }) => ({ id: branch.id, parent_id })}
      done={(_, { parent_id }) => `${branch.name} is now under ${nameOf(parent_id)}.`}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <NativeSelect
            label={t('Under')}
            data-autofocus
            data={branchChoices(withoutBranch(branches, branch.id))}
            value={String(values.parent_id)}
            error={errors.parent_id}
            onChange={event => change({ parent_id: Number(event.currentTarget.value) })}
          />
          <Text size="sm">
            {t(
              'Everything under {name} moves with it. Team members and API keys that are limited to a branch see what is under it, so some may see more or less after the move.',
              { name: branch.name },
            )}
          </Text>
        </>
      )}
    </ActionDialog>
  )
}
