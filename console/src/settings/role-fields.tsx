/** What somebody may do, and where: the fields of an invitation and of a change. */
import { Radio, Stack } from '@mantine/core'
import type { Role } from '../../../src/resource/roles.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { ROLES } from './roles.ts'

/** What somebody may do, and in which branch; null for the whole church. */
export interface Grant {
  role: Role
  branch_id: number | null
}

interface RoleFieldsProps {
  place: Grant
  onChange(place: Grant): void
  errors: Partial<Record<keyof Grant, string>>
}

export function RoleFields({ place, onChange, errors }: RoleFieldsProps) {
  const { role, branch_id } = useMembership()
  const offered = ROLES.filter(({ value }) => value !== 'owner' || role === 'owner')
  return (
    <>
      <Radio.Group
        label={t('Role')}
        value={place.role}
        error={errors.role}
        onChange={value => onChange({ role: value as Role, branch_id: value === 'owner' ? null : place.branch_id })}
      >
        <Stack gap="xs" mt="xs">
          {offered.map(({ value, label, means }) => (
            <Radio key={value} value={value} label={label} description={means} />
          ))}
        </Stack>
      </Radio.Group>
      {place.role !== 'owner' && (
        <BranchField
          value={place.branch_id}
          error={errors.branch_id}
          unset={branch_id === null ? t('The whole church') : t('Choose a branch')}
          onChange={chosen => onChange({ ...place, branch_id: chosen })}
        />
      )}
    </>
  )
}
