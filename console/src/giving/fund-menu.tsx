/** What can be done with a fund. */
import { ActionIcon, Menu } from '@mantine/core'
import type { Fund } from '../api-types.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'

export function FundMenu({ fund, onEdit }: { fund: Fund; onEdit(): void }) {
  const { id, name, is_active, is_default } = fund
  const { act, pending } = useNotifiedAction('funds.update', t('Not saved'))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('Edit {name}', { name })} aria-busy={pending}>
          <Icon name="edit" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t('Edit…')}</Menu.Item>
        {!is_default && is_active && (
          <Menu.Item onClick={() => void act({ id, is_default: true }, t('{name} is now the default fund.', { name }))}>
            {t('Make default')}
          </Menu.Item>
        )}
        {!is_default && (
          <Menu.Item
            onClick={() =>
              void act(
                { id, is_active: !is_active },
                is_active
                  ? t('{name} is closed to new gifts.', { name })
                  : t('{name} is open to gifts again.', { name }),
              )
            }
          >
            {is_active ? t('Close to new gifts') : t('Reopen to gifts')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
