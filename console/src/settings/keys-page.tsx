/** The API keys of the church. */
import { Button, Code, Paper, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { UsedKey } from '../../../src/modules/church/api-keys.ts'
import { useView } from '../api/use-offers.ts'
import { useBranches } from '../api/use-records.ts'
import { moment } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { useScopes } from '../house/house.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import type { Column } from '../lists/columns.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { usePrinting } from '../lists/use-printing.ts'
import { ViewRows } from '../lists/view-rows.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { rich, t } from '../texts/t.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { allOf, scopeWords } from './scopes.ts'

function KeysPage() {
  const { may } = useMembership()
  const keys = useView('keys')
  const printing = usePrinting()
  const [making, setMaking] = useState(false)
  const [withRevoked, setWithRevoked] = useState(false)
  const shown = (keys.data ?? []).filter(({ revoked_at }) => withRevoked || revoked_at === null)
  const revoked = keys.data?.some(({ revoked_at }) => revoked_at !== null)
  return (
    <Page
      title={t('API keys')}
      actions={
        <>
          {may('keys.create') && !printing && <Button onClick={() => setMaking(true)}>{t('Add a key')}</Button>}
          <ListOutput file="views/keys_file" query={{}} />
        </>
      }
    >
      <Stack>
        <Text c="dimmed" maw={720}>
          {t(
            "A key lets another system read and write your church's records through the API. Give each system its own key, with only the access it needs.",
          )}
        </Text>
        {revoked && !printing && (
          <Switch
            label={t('Show revoked keys')}
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
  const columns = useColumns()
  if (keys.length > 0) return <ViewRows framed label={t('API keys')} rows={keys} columns={columns} />
  return (
    <Paper withBorder p="xl" ta="center">
      <Text c="dimmed">{t('No keys yet. Add one when another system needs to use the API.')}</Text>
    </Paper>
  )
}

function useColumns(): Column<UsedKey>[] {
  const { church, may } = useMembership()
  const modules = useScopes()
  const branches = useBranches().data ?? []
  const branchOf = (id: number | null) =>
    id === null ? t('Whole church') : (branches.find(branch => branch.id === id)?.name ?? t('Branch {id}', { id }))
  return [
    {
      header: t('Name'),
      cell: ({ name, origins }) => (
        <>
          <Text fw={500}>{name}</Text>
          {origins.length > 0 && (
            <Text size="xs" c="dimmed">
              {t('Used in the browser by {origins}', { origins: listed(origins) })}
            </Text>
          )}
        </>
      ),
    },
    { header: t('Key'), cell: ({ prefix }) => <Code>{prefix}…</Code>, phone: 'below', nowrap: true },
    { header: t('Access'), cell: ({ scopes }) => modules && scopeWords(scopes, allOf(modules)), phone: 'below' },
    { header: t('Branch'), cell: ({ branch_id }) => branchOf(branch_id), wide: true },
    { header: t('Created'), cell: ({ created_at }) => moment(created_at, church.timezone), wide: true },
    {
      header: t('Last used'),
      cell: ({ last_used_at, last_used_ip }) => (
        <>
          {last_used_at === null ? t('Never') : moment(last_used_at, church.timezone)}
          {last_used_ip && (
            <Text size="xs" c="dimmed">
              {t('from {last_used_ip}', { last_used_ip })}
            </Text>
          )}
        </>
      ),
      phone: 'below',
    },
    {
      header: t('Action'),
      cell: key =>
        key.revoked_at === null ? (
          may('keys.revoke') && <RevokeButton of={key} />
        ) : (
          <StatusBadge status="revoked" words={t('Revoked')} />
        ),
      align: 'end',
      phone: 'aside',
      onScreen: true,
    },
  ]
}

function RevokeButton({ of: { id, name, prefix } }: { of: UsedKey }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('Revoke {name}', { name })}
        onClick={() => setAsking(true)}
      >
        {t('Revoke')}
      </Button>
      {asking && (
        <ConfirmDialog
          action="keys.revoke"
          input={{ id }}
          title={t('Revoke {name}?', { name })}
          submit={t('Revoke key')}
          done={t('The key {name} was revoked.', { name })}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            {rich(
              'Anything that uses the key <code>{prefix}…</code> will be refused from now on. This cannot be undone.',
              {
                prefix,
                code: text => <Code>{text}</Code>,
              },
            )}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

/** What the church's pages show of it. */
export const page = explained(KeysPage, {
  says: t(
    'Keys let other programs use your church’s records. Give each its own key with no more rights than it needs.',
  ),
  chapter: 'who-sees-what',
})
