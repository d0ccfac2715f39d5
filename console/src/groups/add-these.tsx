/** From the list of people: all who match its filters, into a group. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { wordOf } from '../formats/words.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** They choose a part of the list, or those who are not added. */
const NOT_OF_THEM = ['page', 'per_page', 'sort', 'include_deleted', 'print']

/** Others take nobody. */
const TAKING = { status: 'active' }

const ROLES = ['member', 'guest', 'assistant', 'leader'] as const

export function AddThese({ total }: { total: number }) {
  const { may, church } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('groups.add_people') || !church.modules.includes('groups') || total === 0) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Add to a group')}
      </Button>
      {opened && <AddDialog total={total} onClose={dialog.close} />}
    </>
  )
}

function AddDialog({ total, onClose }: { total: number; onClose(): void }) {
  const [parameters] = useAddress()
  const filter = new URLSearchParams([...parameters].filter(([name]) => !NOT_OF_THEM.includes(name)))
  return (
    <ActionDialog
      action="groups.add_people"
      title={t('Add to a group')}
      submit={t('Add')}
      initial={{ id: 0, role: 'member' as (typeof ROLES)[number] }}
      check={({ id }) => (id === 0 ? { id: t('Choose a group') } : {})}
      input={({ id, role }) => ({ id, role, filter: filter.toString() })}
      done={({ added, already }) =>
        already === 0
          ? t('{added, plural, one {# person} other {# people}} added.', { added })
          : t('{added, plural, one {# person} other {# people}} added; {already} were members already.', {
              added,
              already,
            })
      }
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">
            {t('{total, plural, one {# person} other {# people}} of this list will be added.', { total })}
          </Text>
          <RecordPicker
            resource="groups"
            label={t('Group')}
            where={TAKING}
            data-autofocus
            value={values.id === 0 ? null : values.id}
            error={errors.id}
            onChange={found => change({ id: found?.id ?? 0 })}
          />
          <NativeSelect
            label={t('Role')}
            data={ROLES.map(value => ({ value, label: wordOf(value) }))}
            value={values.role}
            error={errors.role}
            onChange={event => change({ role: event.currentTarget.value as (typeof ROLES)[number] })}
          />
        </>
      )}
    </ActionDialog>
  )
}
