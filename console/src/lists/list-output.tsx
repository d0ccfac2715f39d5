/** What a list is taken along as: a CSV file and paper, both of all its rows under the present filters. */
import { Button } from '@mantine/core'
import { PrintButton } from '../parts/print-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { useAddress } from './use-address.ts'
import { FIRST, PRINT, usePrinting } from './use-printing.ts'

/** They choose a page of the list, or how it is shown. */
const OF_THE_PAGE = ['page', 'per_page', PRINT]

interface ListOutputProps {
  /** Address of the download within the church's part of the API. */
  file: string
  /** What is asked for: filters and order. */
  query: Readonly<Record<string, unknown>>
}

interface PrintableProps extends ListOutputProps {
  /** False while rows that belong on the paper are on their way. */
  ready?: boolean
}

/** In the print view: to the printer, and back. */
export function ListOutput({ file, query, ready = true }: PrintableProps) {
  const [, change] = useAddress()
  if (usePrinting()) {
    return (
      <>
        <PrintButton variant="filled" disabled={!ready} />
        <Button variant="default" onClick={() => change({ [PRINT]: undefined })}>
          {t('Back to the list')}
        </Button>
      </>
    )
  }
  return (
    <>
      <ExportLink file={file} query={query} />
      <Button variant="default" onClick={() => change({ [PRINT]: FIRST })}>
        {t('Print')}
      </Button>
    </>
  )
}

/** Downloads all of a list as CSV. */
export function ExportLink({ file, query }: ListOutputProps) {
  const { church } = useMembership()
  const wanted = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    OF_THE_PAGE.includes(name) || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return (
    <Button
      component="a"
      variant="default"
      href={`/console/api/${church.slug}/${file}?${new URLSearchParams(wanted)}`}
      download
    >
      {t('Export')}
    </Button>
  )
}
