/** Hands out what is on record about a person: a page to read and a file for other programs, both as downloads. */
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { ExportedPerson } from '../../../src/modules/people/export-record.ts'
import type { Person } from '../api-types.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

export function ExportPerson({ person: { id, full_name } }: { person: Person }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  const [exported, setExported] = useState<ExportedPerson>()
  if (!may('people.export_record')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Export record')}
      </Button>
      {opened && (
        <ConfirmDialog
          action="people.export_record"
          input={{ id }}
          title={t('Export everything about {full_name}?', { full_name })}
          submit={t('Export')}
          danger={false}
          done={t('The record of {full_name} was exported.', { full_name })}
          onDone={setExported}
          onClose={dialog.close}
        >
          <Text size="sm">
            {t(
              'For when someone asks what you have on record about them. You get a page to read or print, and the same as a file for other programs, with all that is on record about them anywhere in Sexton. Hand it to nobody else.',
            )}
          </Text>
        </ConfirmDialog>
      )}
      {exported && <SaveBoth exported={exported} onClose={() => setExported(undefined)} />}
    </>
  )
}

/** Each file behind a button of its own: phones save one for a touch, and what else a page wants to save they drop. */
function SaveBoth({ exported: { name, page, record }, onClose }: { exported: ExportedPerson; onClose(): void }) {
  return (
    <Dialog opened title={t('Save both files')} onClose={onClose}>
      <Stack>
        <SaveFile name={`${name}.html`} text={page} type="text/html">
          {t('Save the page to read or print')}
        </SaveFile>
        <SaveFile name={`${name}.json`} text={JSON.stringify(record, null, 2)} type="application/json">
          {t('Save the file for other programs')}
        </SaveFile>
      </Stack>
    </Dialog>
  )
}

interface SaveFileProps {
  name: string
  text: string
  type: string
  children: string
}

/** A link to a file that this page has made. */
function SaveFile({ name, text, type, children }: SaveFileProps) {
  const [href, setHref] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
    setHref(made)
    return () => URL.revokeObjectURL(made)
  }, [text, type])
  return (
    <Button component="a" href={href} download={name} variant="default" fullWidth styles={WRAPPED}>
      {children}
    </Button>
  )
}

/** On a narrow phone the words take two lines. */
const WRAPPED = { root: { height: 'auto', minHeight: 36, paddingBlock: 6 }, label: { whiteSpace: 'normal' as const } }
