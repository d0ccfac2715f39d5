/** Puts somebody who is on record and not in the class on its roll, as a visitor. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useAction } from '../api/use-offers.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import type { Found } from '../forms/found.ts'
import { RecordPicker } from '../forms/record-picker.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

interface AddVisitorProps {
  session: number
  onAdded(): void
}

export function AddVisitor({ session, onAdded }: AddVisitorProps) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  // Who sees nobody but their class names nobody else; they count visitors as a number.
  if (!may('people:read')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Add a visitor')}
      </Button>
      {opened && <VisitorDialog session={session} onAdded={onAdded} onClose={dialog.close} />}
    </>
  )
}

function VisitorDialog({ session, onAdded, onClose }: AddVisitorProps & { onClose(): void }) {
  const [picked, setPicked] = useState<Found | null>(null)
  const [missing, setMissing] = useState<string>()
  const mark = useAction('class_sessions.mark')
  async function submit(): Promise<void> {
    setMissing(picked === null ? t('Choose somebody.') : undefined)
    if (picked === null) return
    await mark.mutateAsync({ id: session, person_id: picked.id, state: 'present' })
    onAdded()
    onClose()
  }
  return (
    <FormDialog
      title={t('Add a visitor')}
      opened
      onClose={onClose}
      onSubmit={() => void submit().catch(() => undefined)}
      submit={t('Mark as present')}
      pending={mark.isPending}
      error={mark.error}
      fields={['person_id']}
    >
      <RecordPicker
        resource="people"
        label={t('Name')}
        value={picked?.id ?? null}
        onChange={setPicked}
        error={missing}
      />
    </FormDialog>
  )
}
