/** On the page of a group: the links by which its leaders see it and take its roll without an account. */
import { Button, Center, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { GroupLink } from '../../../src/modules/leader-pages/group-links.ts'
import { useView } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { ActionDialog, ConfirmDialog } from '../forms/action-dialog.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import { type AnyRecord, useDeclaredList } from '../house/house.ts'
import { Dialog } from '../parts/dialog.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { Section } from '../parts/section.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** @param record a group */
export function GroupLinks({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  return may('group_links') && record.status !== 'closed' ? <Links id={record.id} /> : null
}

/** A link that was just made. */
interface Made {
  url: string
  full_name: string
}

function Links({ id }: { id: number }) {
  const found = useView('group_links', { id }).data
  const [opened, dialog] = useDisclosure(false)
  const [made, setMade] = useState<Made>()
  if (found === undefined) return null
  const working = found.filter(({ revoked_at }) => revoked_at === null)
  return (
    <Section title={t('Links for leaders')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(
            'Whoever has such a link sees this group on any phone, without an account: its meetings and first names, no addresses. It takes the roll of the day.',
          )}
        </Text>
        {working.map(link => (
          <Link key={link.id} link={link} />
        ))}
        <Button variant="default" onClick={dialog.open}>
          {t('Make a link')}
        </Button>
        {opened && <MakeDialog id={id} onMade={setMade} onClose={dialog.close} />}
        <Dialog opened={made !== undefined} onClose={() => setMade(undefined)} title={t('Link for a leader')}>
          {made && <MadeLink {...made} />}
        </Dialog>
      </Stack>
    </Section>
  )
}

function MadeLink({ url, full_name }: Made) {
  return (
    <Stack>
      <ShownOnce
        label={t('Link')}
        secret={url}
        advice={t('Hand it to {name} and to nobody else: it works until it is revoked here.', { name: full_name })}
      />
      <Center>
        <QrCode text={url} label={t('The link as a QR code, to be scanned with a phone')} />
      </Center>
    </Stack>
  )
}

function Link({ link }: { link: GroupLink }) {
  const { church } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  const { id, prefix, works, last_used_at, made_by } = link
  const name = link.full_name ?? prefix
  return (
    <Group justify="space-between" w="100%" wrap="nowrap">
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed">
          {!works && `${t('Leads nowhere: no longer a member.')} `}
          {last_used_at === null
            ? t('Not used yet; made by {name}', { name: made_by })
            : t('Last used {when}; made by {name}', { when: moment(last_used_at, church.timezone), name: made_by })}
        </Text>
      </Stack>
      <Button size="xs" variant="default" aria-label={t('Revoke the link of {name}', { name })} onClick={dialog.open}>
        {t('Revoke')}
      </Button>
      {opened && (
        <ConfirmDialog
          action="kept_links.revoke"
          title={t('Revoke the link of {name}?', { name })}
          submit={t('Revoke')}
          input={{ id }}
          done={t('The link no longer works.')}
          onClose={dialog.close}
        >
          <Text size="sm">{t('It stops working at once, on every phone. What was recorded by it stays.')}</Text>
        </ConfirmDialog>
      )}
    </Group>
  )
}

function MakeDialog({ id, onMade, onClose }: { id: number; onMade(made: Made): void; onClose(): void }) {
  const where = { group_id: String(id), status: 'active' }
  const leaders = useDeclaredList('group_members', { ...where, role: 'leader', per_page: MOST })
  const assistants = useDeclaredList('group_members', { ...where, role: 'assistant', per_page: MOST })
  if (leaders.isPending || assistants.isPending) return null
  const leading = [...(leaders.data?.data ?? []), ...(assistants.data?.data ?? [])].filter(
    one => one.full_name !== null,
  )
  return (
    <ActionDialog
      action="kept_links.make"
      title={t('Make a link')}
      submit={t('Make the link')}
      initial={{ member_id: 0 }}
      check={({ member_id }) => (member_id === 0 ? { member_id: t('Choose who it is for') } : {})}
      input={({ member_id }) => ({ group_id: id, member_id })}
      done={() => t('The link is made. It is shown once.')}
      onDone={onMade}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <ForWhom
          leading={leading}
          where={where}
          value={values.member_id}
          error={errors.member_id}
          onChange={member_id => change({ member_id })}
        />
      )}
    </ActionDialog>
  )
}

/** Leaders that are listed; others are found by their names. */
const MOST = '100'

interface ForWhomProps {
  leading: readonly AnyRecord[]
  /** Of all active members. */
  where: Readonly<Record<string, string>>
  /** A membership; 0 for none. */
  value: number
  error: string | undefined
  onChange(member: number): void
}

/** Whoever leads the group is chosen from a list; any other of its members, of whom there may be hundreds, is found by name. */
function ForWhom({ leading, where, value, error, onChange }: ForWhomProps) {
  const leads = leading.some(({ id }) => id === value)
  const label = t('Who is it for?')
  const description = t('A member of the group, such as its leader. It stops working when they leave the group.')
  return (
    <>
      {leading.length > 0 && (
        <NativeSelect
          label={label}
          description={description}
          data={[
            { value: '0', label: t('Choose') },
            ...leading.map(one => ({ value: String(one.id), label: String(one.full_name) })),
          ]}
          value={leads ? String(value) : '0'}
          error={leads || value === 0 ? error : undefined}
          onChange={event => onChange(Number(event.currentTarget.value))}
          data-autofocus
        />
      )}
      <RecordPicker
        resource="group_members"
        label={leading.length > 0 ? t('Or another member') : label}
        {...(leading.length === 0 && { description, 'data-autofocus': true })}
        error={leading.length === 0 || (!leads && value !== 0) ? error : undefined}
        where={where}
        value={leads || value === 0 ? null : value}
        onChange={found => onChange(found?.id ?? 0)}
      />
    </>
  )
}
