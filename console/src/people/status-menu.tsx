/** Shows a person's status, and changes it at once. */
import { Menu, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '../api/refusal.ts'
import { useWrites } from '../api/use-writes.ts'
import type { Person } from '../api-types.ts'
import { wordOf } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { STATUSES } from './statuses.ts'

export function StatusMenu({ person }: { person: Person }) {
  const { may } = useMembership()
  const writes = useWrites()
  const change = useMutation({
    mutationFn: (status: Person['status']) => writes.update('people', person.id, { status }),
    onSuccess: changed => {
      notifications.show({
        message: t("{name}'s status is now {status}.", { name: changed.full_name, status: wordOf(changed.status) }),
      })
    },
    onError: error => notifications.show({ color: 'red', title: t('Status not changed'), message: reasonOf(error) }),
  })
  if (!may('people:write') || person.deleted_at !== null) return <StatusBadge status={person.status} />
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <BusyButton variant="default" busy={change.isPending} rightSection={<Icon name="down" size={14} />}>
          <VisuallyHidden>{t('Status:')} </VisuallyHidden>
          {wordOf(person.status)}
        </BusyButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={person.status} onChange={status => change.mutate(status as Person['status'])}>
          {STATUSES.map(status => (
            <Menu.RadioItem key={status} value={status} closeMenuOnClick>
              {wordOf(status)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
