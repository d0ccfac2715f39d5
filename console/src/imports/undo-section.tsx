/** Below an import: what taking it back would do, the button, how far it is, and afterwards what stayed. */
import { Button, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { reasonOf } from '../api/refusal.ts'
import { useView } from '../api/use-offers.ts'
import type { Import } from '../api-types.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { type AnyRecord, useHouse } from '../house/house.ts'
import { ExportLink } from '../lists/list-output.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { rich, t } from '../texts/t.ts'
import { hindranceSentence, useReasonWords } from './reasons.ts'

/** Milliseconds between looks at an import that is being taken back. */
const LOOK_AGAIN = 1_000

/** @param record an import; nothing is shown to those who may not take it back */
export function UndoSection({ record }: { record: AnyRecord }) {
  const { may, role } = useMembership()
  const house = useHouse()
  const { kind } = record as AnyRecord & Import
  const brings = house?.some(({ name, may }) => name === kind && may.import.includes(role))
  if (!may('import_undo') || !brings) return null
  return <Undo record={record as AnyRecord & Import} />
}

/** What the import has become: the record is asked for anew when the view knows more. */
function useUndo({ id, status }: Import) {
  const { church } = useMembership()
  const found = useView('import_undo', { id }, true, data => data?.status === 'undoing' && LOOK_AGAIN)
  const now = found.data?.status
  useEffect(() => {
    if (now !== undefined && now !== status) void queryClient.invalidateQueries({ queryKey: [church.slug, 'imports'] })
  }, [now, status, church.slug])
  return found
}

type Found = NonNullable<ReturnType<typeof useUndo>['data']>

function Undo({ record }: { record: Import }) {
  const { data, error } = useUndo(record)
  const title = record.status === 'completed' ? t('Take this import back') : t('Taken back')
  return (
    <Section title={title}>
      <Problem>{error && reasonOf(error)}</Problem>
      {data === undefined && error === null && <Text c="dimmed">{t('Looking at each record …')}</Text>}
      {data !== undefined && <Told record={record} found={data} />}
    </Section>
  )
}

function Told({ record, found }: { record: Import; found: Found }) {
  const { status, reversed, kept, hindrance } = found
  if (hindrance !== null) return <Text>{hindranceSentence(hindrance)}</Text>
  return (
    <Stack gap="sm" align="flex-start">
      <Text role="status">{sentence(status, reversed, kept)}</Text>
      <Staying found={found} />
      {kept > 0 && <ExportLink file="views/import_staying_file" query={{ id: record.id }} />}
      {status === 'completed' && reversed > 0 && <UndoButton record={record} found={found} />}
    </Stack>
  )
}

function sentence(status: string, reversed: number, kept: number): string {
  if (status === 'undoing') {
    return t('It is being taken back: {reversed, plural, one {# record} other {# records}} so far.', { reversed })
  }
  if (status === 'undone') {
    return t('{reversed, plural, one {# record} other {# records}} went back, {kept, number} stayed.', {
      reversed,
      kept,
    })
  }
  return t('{reversed, plural, one {# record} other {# records}} would go back, {kept, number} would stay.', {
    reversed,
    kept,
  })
}

function Staying({ found: { staying, kept } }: { found: Found }) {
  const wordsFor = useReasonWords()
  const house = useHouse()
  // Whatever somebody may read has a page, by hand or drawn.
  const hasPage = (resource: string): boolean => house?.some(({ name }) => name === resource) ?? false
  if (staying.length === 0) return null
  return (
    <Stack gap="xs">
      <Text>{t('What was changed or used after the import stays as it is:')}</Text>
      <List size="sm">
        {staying.map(({ line, resource, id, name, reasons }) => (
          <List.Item key={`${line} ${resource}`}>
            {rich('Line {line, number}: <name></name> {reason}', {
              line,
              reason: wordsFor(resource, reasons),
              name: () => (hasPage(resource) ? <TextLink to={`/${resource}/${id}`}>{name}</TextLink> : name),
            })}
          </List.Item>
        ))}
      </List>
      {kept > staying.length && (
        <Text size="sm">{t('… and {more, number} more.', { more: kept - staying.length })}</Text>
      )}
    </Stack>
  )
}

function UndoButton({ record: { id, file_name }, found: { reversed } }: { record: Import; found: Found }) {
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Take import back')}
      </Button>
      {opened && (
        <ConfirmDialog
          action="imports.undo"
          title={t('Take this import back?')}
          submit={t('Take import back')}
          input={{ id }}
          done={t('The import is being taken back.')}
          onClose={dialog.close}
        >
          <Text size="sm">
            {t(
              'What this import added goes, and what it changed gets its old values: {reversed, plural, one {# record} other {# records}} of {file}. To have them again, import the file once more.',
              { reversed, file: file_name },
            )}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
