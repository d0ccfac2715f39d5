/** Hands out what is on record about a person: a page to read and a file for other programs, both as downloads. */
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ExportedPerson } from '../../../src/modules/people/export-record.ts'
import type { Person } from '../api-types.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

export function ExportPerson({ person: { id, full_name } }: { person: Person }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
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
          onDone={saveBoth}
          onClose={dialog.close}
        >
          <Text size="sm">
            {t(
              'For when someone asks what you have on record about them. You get a page to read or print, and the same as a file for other programs, with all that is on record about them anywhere in Sexton. Hand it to nobody else.',
            )}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

function saveBoth({ name, page, record }: ExportedPerson): void {
  save(`${name}.html`, page, 'text/html')
  save(`${name}.json`, JSON.stringify(record, null, 2), 'application/json')
}

/** Saves a file that this page has made. */
function save(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
