/** The API keys of the church. */
import { Button, Code, Paper, Stack, Switch, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { UsedKey } from '../../../src/modules/church/api-keys.ts'
import { useOperation, useView } from '../api/use-operations.ts'
import { useBranches } from '../api/use-records.ts'
import { moment } from '../formats/dates.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import type { Column } from '../lists/columns.ts'
import { RecordCards } from '../lists/record-cards.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { RecordTable } from '../lists/record-table.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { scopeWords } from './scopes.ts'

export function KeysPage() {
  const { may } = useMembership()
  const keys = useView<UsedKey[]>('keys')
  const [making, setMaking] = useState(false)
  const [withRevoked, setWithRevoked] = useState(false)
  const shown = (keys.data ?? []).filter(({ revoked_at }) => withRevoked || revoked_at === null)
  const revoked = keys.data?.some(({ revoked_at }) => revoked_at !== null)
  return (
    <Page title="API keys" actions={may('keys.create') && <Button onClick={() => setMaking(true)}>Add a key</Button>}>
      <Stack>
        <Text c="dimmed" maw={720}>
          With a key another system reads and writes what belongs to your church, through the API. Give each system a
          key of its own, with no more than it needs.
        </Text>
        {revoked && (
          <Switch
            label="Show revoked keys"
            checked={withRevoked}
            onChange={event => setWithRevoked(event.currentTarget.checked)}
          />
        )}
        {keys.isLoading && <RowsSkeleton rows={3} />}
        {keys.error && <LoadProblem error={keys.error} onRetry={() => keys.refetch()} />}
        {keys.data && <KeyRows keys={shown} />}
      </Stack>
      <NewKeyDialog opened={making} onClose={() => setMaking(false)} />
    </Page>
  )
}

function KeyRows({ keys }: { keys: readonly UsedKey[] }) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const columns = useColumns()
  const Rows = phone ? RecordCards : RecordTable
  return (
    <Paper withBorder {...(keys.length === 0 && { p: 'xl', ta: 'center' })}>
      {keys.length === 0 ? (
        <Text c="dimmed">No keys yet. Make one when another system is to use the API.</Text>
      ) : (
        <Rows label="API keys" rows={keys} columns={columns} />
      )}
    </Paper>
  )
}

function useColumns(): Column<UsedKey>[] {
  const { church, scopes: all, may } = useMembership()
  const branches = useBranches().data ?? []
  const branchOf = (id: number | null) =>
    id === null ? 'Whole church' : (branches.find(branch => branch.id === id)?.name ?? `Branch ${id}`)
  return [
    {
      header: 'Name',
      cell: ({ name, origins }) => (
        <>
          <Text fw={500}>{name}</Text>
          {origins.length > 0 && (
            <Text size="xs" c="dimmed">
              Used in the browser by {origins.join(', ')}
            </Text>
          )}
        </>
      ),
    },
    { header: 'Key', cell: ({ prefix }) => <Code>{prefix}…</Code>, phone: 'below', nowrap: true },
    { header: 'May do', cell: ({ scopes }) => scopeWords(scopes, all), phone: 'below' },
    { header: 'Branch', cell: ({ branch_id }) => branchOf(branch_id), wide: true },
    { header: 'Created', cell: ({ created_at }) => moment(created_at, church.timezone), wide: true },
    {
      header: 'Last used',
      cell: ({ last_used_at, last_used_ip }) => (
        <>
          {last_used_at === null ? 'Not yet' : moment(last_used_at, church.timezone)}
          {last_used_ip && (
            <Text size="xs" c="dimmed">
              from {last_used_ip}
            </Text>
          )}
        </>
      ),
      phone: 'below',
    },
    {
      header: 'Action',
      cell: key =>
        key.revoked_at === null ? may('keys.revoke') && <RevokeButton of={key} /> : <StatusBadge status="revoked" />,
      align: 'right',
      phone: 'aside',
    },
  ]
}

function RevokeButton({ of: { id, name, prefix } }: { of: UsedKey }) {
  const [asking, setAsking] = useState(false)
  const revoke = useOperation<{ id: number }>('keys.revoke')
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <FormDialog
        title={`Revoke ${name}?`}
        opened={asking}
        onClose={() => setAsking(false)}
        onSubmit={() =>
          revoke.mutate(
            { id },
            {
              onSuccess: () => {
                setAsking(false)
                notifications.show({ message: `The key ${name} is revoked.` })
              },
            },
          )
        }
        submit="Revoke the key"
        danger
        pending={revoke.isPending}
        error={revoke.error}
      >
        <Text size="sm">
          Whatever uses the key <Code>{prefix}…</Code> is refused from now on. This cannot be taken back.
        </Text>
      </FormDialog>
    </>
  )
}
