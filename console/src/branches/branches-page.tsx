/** The tree of branches. */
import { Box, Group, Paper, Text } from '@mantine/core'
import { useBranches } from '../api/use-records.ts'
import type { Branch } from '../api-types.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { wordOf } from '../formats/words.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { type BranchNode, branchNodes } from './branch-tree.ts'

export function BranchesPage() {
  const branches = useBranches()
  return (
    <Page title="Branches" maw={860}>
      {branches.data && (
        <Paper withBorder p="md">
          <Level nodes={branchNodes(branches.data)} />
        </Paper>
      )}
      {branches.isLoading && <RowsSkeleton />}
      {branches.error && <LoadProblem error={branches.error} onRetry={() => branches.refetch()} />}
    </Page>
  )
}

/** Lists within lists: screen readers tell the depth. */
function Level({ nodes, below = false }: { nodes: readonly BranchNode[]; below?: boolean }) {
  return (
    <Box component="ul" m={0} p={0} pl={below ? 'lg' : 0} style={{ listStyle: 'none' }}>
      {nodes.map(({ branch, children }) => (
        <li key={branch.id}>
          <BranchLine branch={branch} />
          {children.length > 0 && <Level nodes={children} below />}
        </li>
      ))}
    </Box>
  )
}

function BranchLine({ branch: { id, name, level, is_hq, city, pastor_name, status } }: { branch: Branch }) {
  const { may } = useMembership()
  const about = [is_hq && level !== 'headquarters' ? 'Head branch' : undefined, wordOf(level), city, pastor_name]
  return (
    <Group justify="space-between" py="xs" wrap="nowrap">
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {about.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap="sm" wrap="nowrap">
        {status !== 'active' && <StatusBadge status={status} />}
        {may('people:read') && (
          <TextLink to={`/people?branch_id=${id}`} size="sm" aria-label={`People of ${name}`}>
            People
          </TextLink>
        )}
      </Group>
    </Group>
  )
}
