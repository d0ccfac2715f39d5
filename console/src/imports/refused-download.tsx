/** The refused rows as a file, with their reasons, in the columns that they came in. */
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { t } from '../texts/t.ts'

export function RefusedDownload({ id }: { id: number }) {
  const refused = useNotifiedAction('import_files.refused', t('Not downloaded'))
  async function download(): Promise<void> {
    const file = await refused.act({ id })
    if (file === undefined) return
    const address = URL.createObjectURL(new Blob([file.text], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = file.name
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <BusyButton variant="default" busy={refused.pending} onClick={() => void download()}>
      {t('Download refused rows')}
    </BusyButton>
  )
}
