/** The way from the list of imports to a new one. */
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

export function ImportButton() {
  const { may } = useMembership()
  if (!may('import_files.begin')) return null
  return <LinkButton to="/imports/new">{t('Import a file')}</LinkButton>
}
