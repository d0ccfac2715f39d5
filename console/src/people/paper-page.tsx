/** People on paper: the directory by family, and address labels. */
import { Button, Checkbox, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Paper } from '../../../src/paper/sheet.ts'
import { useView } from '../api/use-offers.ts'
import { everyOf } from '../formats/every-of.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'

const PAPERS = everyOf<Paper>({ A4: true, Letter: true })

const BACK = { path: '/people', label: t('People') }

/** A download that the server makes. */
function FileButton({ view, wanted, children }: { view: string; wanted: Record<string, string>; children: string }) {
  const { church } = useMembership()
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''))
  return (
    <Button
      component="a"
      href={`/console/api/${church.slug}/views/${view}?${query}`}
      download
      style={{ alignSelf: 'start' }}
    >
      {children}
    </Button>
  )
}

function PaperPage() {
  const [parameters] = useAddress()
  const filter = parameters.toString()
  const found = useView('households', { filter })
  const counts = found.data
  return (
    <Page title={t('Directory and labels')} back={BACK} maw={760}>
      <Stack>
        {found.error && <LoadProblem error={found.error} onRetry={() => found.refetch()} />}
        <Text role="status">
          {counts
            ? t(
                '{people, plural, one {# person} other {# people}} in {households, plural, one {# household} other {# households}}.',
                { people: counts.people, households: counts.households },
              )
            : t('Counting…')}{' '}
          {filter === ''
            ? t('To choose who is included, set filters on the list of people first.')
            : t('These are the people who match the filters of the list.')}{' '}
          {t(
            'People who were removed or are tagged “unlisted” are never included. Inactive, transferred and deceased people are only included when you filter by status.',
          )}
        </Text>
        <Directory filter={filter} />
        <Labels
          filter={filter}
          missing={counts && counts.households - counts.with_address}
          usual={counts?.format ?? 'L7160'}
        />
      </Stack>
    </Page>
  )
}

/** Yes is what the server takes unless it is told. */
const told = (wanted: boolean): string => (wanted ? '' : '0')

function Directory({ filter }: { filter: string }) {
  const [phones, setPhones] = useState(true)
  const [emails, setEmails] = useState(true)
  const [addresses, setAddresses] = useState(true)
  const [paper, setPaper] = useState('')
  return (
    <Section title={t('Directory')}>
      <Stack>
        <Text size="sm">{t('A PDF of everyone by family, children below their parents.')}</Text>
        <Checkbox
          label={t('Phone numbers')}
          checked={phones}
          onChange={event => setPhones(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('Email addresses')}
          checked={emails}
          onChange={event => setEmails(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('Addresses')}
          checked={addresses}
          onChange={event => setAddresses(event.currentTarget.checked)}
        />
        <NativeSelect
          label={t('Paper')}
          data={[{ value: '', label: t('Usual in your country') }, ...PAPERS]}
          value={paper}
          onChange={event => setPaper(event.currentTarget.value)}
          maw={240}
        />
        <FileButton
          view="directory"
          wanted={{ filter, phones: told(phones), emails: told(emails), addresses: told(addresses), paper }}
        >
          {t('Download directory')}
        </FileButton>
      </Stack>
    </Section>
  )
}

/** Sheets by their numbers: labels of one, and what is said of it. */
const SHEETS: Readonly<Record<string, { labels: number; about: string }>> = {
  L7160: { labels: 21, about: t('Avery L7160: A4, 21 labels') },
  L7163: { labels: 14, about: t('Avery L7163: A4, 14 labels') },
  '5160': { labels: 30, about: t('Avery 5160: Letter, 30 labels') },
  '5163': { labels: 10, about: t('Avery 5163: Letter, 10 labels') },
}

interface LabelsProps {
  filter: string
  /** Households without an address. */
  missing: number | undefined
  /** The sheet that is usual in the country. */
  usual: string
}

function Labels({ filter, missing, usual }: LabelsProps) {
  const [chosen, setFormat] = useState<string>()
  const format = chosen ?? usual
  const [start, setStart] = useState<number | string>(1)
  const labels = SHEETS[format]?.labels ?? 1
  const first = Math.min(Math.max(Number(start) || 1, 1), labels)
  return (
    <Section title={t('Address labels')}>
      <Stack>
        <Text size="sm">
          {t('One label for each household, such as “The Obi family”.')}{' '}
          {missing
            ? t('{missing, plural, one {# household has} other {# households have}} no address and will be left out.', {
                missing,
              })
            : ''}
        </Text>
        <NativeSelect
          label={t('Label sheet')}
          data={['L7160', 'L7163', '5160', '5163'].map(value => ({ value, label: SHEETS[value]?.about ?? value }))}
          value={format}
          onChange={event => setFormat(event.currentTarget.value)}
          maw={320}
        />
        <NumberInput
          label={t('Start at label')}
          description={t('For a sheet that is partly used: count from the top left, row by row.')}
          min={1}
          max={labels}
          allowDecimal={false}
          value={start}
          onChange={setStart}
          maw={320}
        />
        <Text size="sm" c="dimmed">
          {t('Print at actual size (100%), without “fit to page”.')}
        </Text>
        <FileButton view="labels" wanted={{ filter, format, start: String(first) }}>
          {t('Download labels')}
        </FileButton>
      </Stack>
    </Section>
  )
}

/** What the church's pages show of it. */
export const page = explained(PaperPage, {
  says: t('A church directory or address labels on paper, of the people you choose.'),
  chapter: 'first-sunday',
})
