/** On the page of a group, for administrators: who of the team leads it, and so sees it. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { GroupLeader } from '../../../src/modules/groups/leaders.ts'
import { useView } from '../api/use-offers.ts'
import { ActionDialog, ConfirmDialog } from '../forms/action-dialog.tsx'
import type { AnyRecord } from '../house/house.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** @param record a group */
export function GroupLeaders({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  return may('group_leaders') ? <Leaders id={record.id} /> : null
}

function Leaders({ id }: { id: number }) {
  const found = useView('group_leaders', { id }).data
  const [opened, dialog] = useDisclosure(false)
  if (found === undefined) return null
  return (
    <Section title={t('Who leads it in the console')}>
      <Stack gap="sm" align="flex-start">
        {found.leaders.length === 0 && (
          <Text c="dimmed">{t('Nobody yet. Helpers see only the groups that are entrusted to them.')}</Text>
        )}
        {found.leaders.map(leader => (
          <Leader key={leader.membership_id} id={id} leader={leader} />
        ))}
        {found.others.length > 0 ? (
          <Button variant="default" onClick={dialog.open}>
            {t('Entrust it to somebody')}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t('Invite a leader to the team as a helper; then they can be chosen here.')}
          </Text>
        )}
        {opened && <EntrustDialog id={id} others={found.others} onClose={dialog.close} />}
      </Stack>
    </Section>
  )
}

const called = ({ name, email }: GroupLeader): string => `${name} (${email})`

function Leader({ id, leader }: { id: number; leader: GroupLeader }) {
  const [opened, dialog] = useDisclosure(false)
  const { name, membership_id } = leader
  return (
    <Group justify="space-between" w="100%">
      <Text style={{ overflowWrap: 'anywhere' }}>{called(leader)}</Text>
      <Button size="xs" variant="default" aria-label={t('Take the group from {name}', { name })} onClick={dialog.open}>
        {t('Remove')}
      </Button>
      {opened && (
        <ConfirmDialog
          action="groups.take_duty"
          title={t('Take the group from {name}?', { name })}
          submit={t('Remove')}
          input={{ id, membership_id }}
          done={t('{name} no longer leads this group.', { name })}
          onClose={dialog.close}
        >
          <Text size="sm">{t('They will no longer see it as its leader. Its members stay.')}</Text>
        </ConfirmDialog>
      )}
    </Group>
  )
}

function EntrustDialog({ id, others, onClose }: { id: number; others: readonly GroupLeader[]; onClose(): void }) {
  return (
    <ActionDialog
      action="groups.give_duty"
      title={t('Entrust it to somebody')}
      submit={t('Entrust')}
      initial={{ membership_id: others[0]?.membership_id ?? 0 }}
      input={({ membership_id }) => ({ id, membership_id })}
      done={() => t('They see this group now, and those below it.')}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <NativeSelect
          label={t('Leader')}
          description={t('They see this group, the groups below it, the members and who asks to join.')}
          data={others.map(one => ({ value: String(one.membership_id), label: called(one) }))}
          value={String(values.membership_id)}
          error={errors.membership_id}
          onChange={event => change({ membership_id: Number(event.currentTarget.value) })}
          data-autofocus
        />
      )}
    </ActionDialog>
  )
}
