/** What can be done with a fund. */
import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { reasonOf } from '../api/refusal.ts'
import { useOperation } from '../api/use-operations.ts'
import type { Fund } from '../api-types.ts'
import { Icon } from '../parts/icon.tsx'

type Change = { is_active: boolean } | { is_default: true }

export function FundMenu({ fund, onEdit }: { fund: Fund; onEdit(): void }) {
  const { id, name, is_active, is_default } = fund
  const operation = useOperation<{ id: number } & Change, Fund>('funds.update')

  function change(input: Change, done: string): void {
    operation.mutate(
      { id, ...input },
      {
        onSuccess: () => notifications.show({ message: done }),
        onError: error => notifications.show({ color: 'red', title: 'Not changed', message: reasonOf(error) }),
      },
    )
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={`Edit ${name}`} aria-busy={operation.isPending}>
          <Icon name="edit" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Edit…</Menu.Item>
        {!is_default && is_active && (
          <Menu.Item onClick={() => change({ is_default: true }, `Gifts that name no fund go to ${name} now.`)}>
            Make default
          </Menu.Item>
        )}
        {!is_default && (
          <Menu.Item
            onClick={() =>
              change(
                { is_active: !is_active },
                is_active ? `${name} takes no more gifts.` : `${name} takes gifts again.`,
              )
            }
          >
            {is_active ? 'Take no more gifts' : 'Take gifts again'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
