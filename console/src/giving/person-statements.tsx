/** The statements of a person: those that there are, what one would say now, and the way to issue it. */
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Person } from '../api-types.ts'
import { RelatedRecords } from '../declared/related-records.tsx'
import { today } from '../formats/dates.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

const STATEMENTS = {
  of: 'statements',
  by: 'person_id',
  columns: ['number', 'from_on', 'to_on', 'total_display', 'status', 'opened_at'],
} as const

function PersonStatements({ person }: { person: Person }) {
  const { may } = useMembership()
  return (
    <>
      <RelatedRecords list={STATEMENTS} id={person.id} />
      {may('statements.issue') && <NewStatement person={person} />}
    </>
  )
}

function NewStatement({ person }: { person: Person }) {
  const { church } = useMembership()
  const [year, setYear] = useState(Number(today(church.timezone).slice(0, 4)))
  const [opened, dialog] = useDisclosure(false)
  const asked = new URLSearchParams({ person_id: String(person.id), year: String(year) })
  return (
    <Section title={t('Statement of giving')}>
      <Stack gap="sm">
        <NumberInput
          label={t('Year')}
          allowDecimal={false}
          thousandSeparator=""
          min={1901}
          max={2200}
          value={year}
          onChange={value => setYear(Number(value))}
        />
        <Group>
          <Button
            component="a"
            variant="default"
            href={`/console/api/${church.slug}/views/statement_preview?${asked}`}
            download
          >
            {t('Preview')}
          </Button>
          <Button onClick={dialog.open}>{t('Issue…')}</Button>
        </Group>
      </Stack>
      {opened && (
        <ActionDialog
          action="statements.issue"
          title={t('Issue the statement of {year}', { year: String(year) })}
          submit={t('Issue')}
          initial={{}}
          input={() => ({ person_id: person.id, year })}
          done={({ number }) => t('Statement {number} is issued.', { number })}
          onClose={dialog.close}
        >
          {() => (
            <Text size="sm">
              {t('It is numbered and stays as it is: what changes later is said by a new version.')}
            </Text>
          )}
        </ActionDialog>
      )}
    </Section>
  )
}

/** On the page of a person. */
export const personStatements: PagePart<{ person: Person }> = { needs: 'statements:read', Part: PersonStatements }
