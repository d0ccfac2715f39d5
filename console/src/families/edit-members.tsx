/** Puts people who are on record into a family, and takes them out. */
import { Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../api/refusal.ts'
import { useWrites } from '../api/use-writes.ts'
import type { Family } from '../api-types.ts'
import { RecordPicker } from '../forms/record-picker.tsx'
import { focusOn } from '../parts/focus.ts'
import { Problem } from '../parts/problem.tsx'
import { t } from '../texts/t.ts'
import { FamilyMembers } from './family-members.tsx'

/** Puts somebody into a family, or into none. */
function useMove() {
  const writes = useWrites()
  return useMutation({
    mutationFn: ({ person, family_id }: { person: number; family_id: number | null }) =>
      writes.update('people', person, { family_id, ...(family_id === null && { family_role: null }) }),
  })
}

/** The same button of the next row, or of the one before: this one goes away. */
function neighbour(button: HTMLElement): HTMLElement | null | undefined {
  const row = button.closest('li')
  return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
}

export function EditMembers({ family }: { family: Family }) {
  const [round, setRound] = useState(0)
  const move = useMove()
  async function put(person: number, name: string, family_id: number | null): Promise<boolean> {
    const done = await move.mutateAsync({ person, family_id }).catch(() => undefined)
    if (done === undefined) return false

    notifications.show({
      message:
        family_id === null
          ? t('{name} left {family}.', { name, family: family.name })
          : t('{name} joined {family}.', { name, family: family.name }),
    })
    setRound(before => before + 1)
    return true
  }
  return (
    <Stack>
      {move.error && <Problem title={t('Not saved')}>{reasonOf(move.error)}</Problem>}
      <FamilyMembers
        members={family.members}
        action={({ id, first_name, last_name }) => {
          const name = [first_name, last_name].filter(Boolean).join(' ')
          return (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('Remove {name}', { name })}
              onClick={event => {
                const next = neighbour(event.currentTarget)
                void put(id, name, null).then(done => done && focusOn(next))
              }}
            >
              {t('Remove')}
            </Button>
          )
        }}
      />
      <RecordPicker
        key={round}
        resource="people"
        label={t('Add a person')}
        description={t('Anyone who is in another family will move to this one.')}
        placeholder={t('Type a name, email or member number')}
        value={null}
        onChange={found => found && void put(found.id, found.title, family.id)}
      />
    </Stack>
  )
}
