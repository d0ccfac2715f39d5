/** The tree of branches. */
import { Box, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { useBranches } from '../api/use-records.ts'
import type { Branch } from '../api-types.ts'
import { type BranchNode, branchNodes } from '../formats/branch-tree.ts'
import { wordOf } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { ExportLink } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { AddBranchDialog, EditBranchDialog } from './branch-dialog.tsx'
import { type BranchAction, BranchMenu } from './branch-menu.tsx'
import { MoveBranchDialog } from './move-branch-dialog.tsx'
import { RemoveBranchDialog } from './remove-branch-dialog.tsx'

interface Chosen {
  branch: Branch
  action: BranchAction
}

function BranchesPage() {
  const branches = useBranches()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <Page
      title={t('Branches')}
      maw={860}
      actions={
        <>
          <ExportLink file="branches/export" query={{}} />
          <PrintButton />
        </>
      }
    >
      {branches.data && (
        <Paper withBorder p="md">
          <Level nodes={branchNodes(branches.data)} onChoose={setChosen} />
        </Paper>
      )}
      {branches.isLoading && <RowsSkeleton />}
      {branches.error && <LoadProblem error={branches.error} onRetry={() => branches.refetch()} />}
      {chosen && <BranchAct {...chosen} onClose={() => setChosen(null)} />}
    </Page>
  )
}

function BranchAct({ branch, action, onClose }: Chosen & { onClose(): void }) {
  if (action === 'add') return <AddBranchDialog above={branch} onClose={onClose} />
  if (action === 'edit') return <EditBranchDialog branch={branch} onClose={onClose} />
  if (action === 'move') return <MoveBranchDialog branch={branch} onClose={onClose} />
  return <RemoveBranchDialog branch={branch} onClose={onClose} />
}

interface LevelProps {
  nodes: readonly BranchNode[]
  below?: boolean
  onChoose(chosen: Chosen): void
}

/** Lists within lists: screen readers tell the depth. */
function Level({ nodes, below = false, onChoose }: LevelProps) {
  return (
    <Box component="ul" m={0} p={0} ps={below ? 'lg' : 0} style={{ listStyle: 'none' }}>
      {nodes.map(({ branch, children }) => (
        <li key={branch.id}>
          <BranchLine branch={branch} onChoose={action => onChoose({ branch, action })} />
          {children.length > 0 && <Level nodes={children} below onChoose={onChoose} />}
        </li>
      ))}
    </Box>
  )
}

function BranchLine({ branch, onChoose }: { branch: Branch; onChoose(action: BranchAction): void }) {
  const { id, name, level, is_hq, city, pastor_name, status } = branch
  const { may } = useMembership()
  const about = [is_hq && level !== 'headquarters' ? t('Head branch') : undefined, wordOf(level), city, pastor_name]
  return (
    <Group justify="space-between" py="xs" wrap="nowrap">
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {about.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap="sm" wrap="nowrap">
        {status !== 'active' && <StatusBadge status={status} of="branch" />}
        {may('people:read') && (
          <TextLink to={`/people?branch_id=${id}`} size="sm" aria-label={t('People of {name}', { name })}>
            {t('People')}
          </TextLink>
        )}
        <BranchMenu branch={branch} onChoose={onChoose} />
      </Group>
    </Group>
  )
}

/** What the church's pages show of it. */
export const page = explained(BranchesPage, {
  says: t(
    'The places your church meets at. Each person, gift and group belongs to a branch, and who is limited to one sees that branch and those below it.',
  ),
  chapter: 'who-sees-what#branches',
})
