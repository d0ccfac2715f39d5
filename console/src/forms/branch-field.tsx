/** Chooses a branch. */
import { NativeSelect } from '@mantine/core'
import { useBranches } from '../api/use-records.ts'
import { branchChoices } from '../formats/branch-tree.ts'
import { t } from '../texts/t.ts'

interface BranchFieldProps {
  /** In the place of Branch. */
  label?: string
  value?: number | null
  onChange(value: number | null): void
  error?: React.ReactNode
  /** What leaving it empty means; none where it cannot be empty. */
  unset?: string | undefined
}

/** Nothing is shown where there is only one branch to choose. */
export function BranchField({ label = t('Branch'), value, onChange, error, unset }: BranchFieldProps) {
  const branches = useBranches().data ?? []
  if (branches.length < 2) return null
  return (
    <NativeSelect
      label={label}
      data={[...(unset ? [{ value: '', label: unset }] : []), ...branchChoices(branches)]}
      value={value ? String(value) : ''}
      error={error}
      onChange={event => onChange(Number(event.currentTarget.value) || null)}
    />
  )
}
