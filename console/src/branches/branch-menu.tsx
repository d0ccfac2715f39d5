/** What can be done with a branch. */
import { ActionIcon, Menu } from '@mantine/core'
import type { Branch } from '../api-types.ts'
import { Icon } from '../parts/icon.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** What was chosen for a branch. */
export type BranchAction = 'add' | 'edit' | 'move' | 'remove'

export function BranchMenu({ branch, onChoose }: { branch: Branch; onChoose(action: BranchAction): void }) {
  const { may, branch_id } = useMembership()
  // Neither the head branch nor the one that somebody is limited to can be taken from its place.
  const fixed = branch.is_hq || branch.id === branch_id
  const items: [action: BranchAction, label: string, allowed: boolean][] = [
    ['add', t('Add a branch…'), may('branches.create')],
    ['edit', t('Edit…'), may('branches.update')],
    ['move', t('Move…'), may('branches.update') && !fixed],
    ['remove', t('Remove…'), may('branches.remove') && !fixed],
  ]
  const allowed = items.filter(([, , is]) => is)
  if (allowed.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('Edit {name}', { name: branch.name })}>
          <Icon name="edit" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {allowed.map(([action, label]) => (
          <Menu.Item key={action} onClick={() => onChoose(action)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
