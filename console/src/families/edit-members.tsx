/** Puts people who are on record into a family, and takes them out. */
import { Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../api/refusal.ts'
import { update } from '../api/resources.ts'
import type { Family } from '../api-types.ts'
import { Problem } from '../forms/problem.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import { useMembership } from '../session/membership.tsx'
import { FamilyMembers } from './family-members.tsx'

/** Puts somebody into a family, or into none. */
function useMove() {
  const { church } = useMembership()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ person, family_id }: { person: number; family_id: number | null }) =>
      update(church.slug, 'people', person, { family_id, ...(family_id === null && { family_role: null }) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [church.slug] }),
  })
}

export function EditMembers({ family }: { family: Family }) {
  const [round, setRound] = useState(0)
  const move = useMove()
  async function put(person: number, name: string, family_id: number | null): Promise<void> {
    const done = await move.mutateAsync({ person, family_id }).catch(() => undefined)
    if (done === undefined) return
    notifications.show({ message: `${name} ${family_id === null ? 'left' : 'joined'} ${family.name}.` })
    setRound(before => before + 1)
  }
  return (
    <Stack>
      {move.error && <Problem title="Not changed">{reasonOf(move.error)}</Problem>}
      <FamilyMembers
        members={family.members}
        action={({ id, first_name, last_name }) => {
          const name = [first_name, last_name].filter(Boolean).join(' ')
          return (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Take out ${name}`}
              onClick={() => void put(id, name, null)}
            >
              Take out
            </Button>
          )
        }}
      />
      <RecordPicker
        key={round}
        resource="people"
        label="Add somebody who is on record"
        description="Who is in another family moves here."
        placeholder="Type a name, e-mail or member number"
        value={null}
        onChange={found => found && void put(found.id, found.title, family.id)}
      />
    </Stack>
  )
}
