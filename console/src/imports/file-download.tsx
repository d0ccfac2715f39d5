/** What became of the rows of a file, as a file in the columns that they came in: those that were refused, or all. */
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { t } from '../texts/t.ts'

const WORDS = { refused: t('Download refused rows'), report: t('Download the report') }

export function FileDownload({ id, what }: { id: number; what: keyof typeof WORDS }) {
  const made = useNotifiedAction(`import_files.${what}`, t('Not downloaded'))
  async function download(): Promise<void> {
    const file = await made.act({ id })
    if (file === undefined) return
    const address = URL.createObjectURL(new Blob([file.text], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = file.name
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <BusyButton variant="default" busy={made.pending} onClick={() => void download()}>
      {WORDS[what]}
    </BusyButton>
  )
}
