/** From the list of people: a directory and labels of those who match its filters. */
import { useAddress } from '../lists/use-address.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** They choose a part of the list, or those who are on no paper. */
const NOT_OF_THEM = ['page', 'per_page', 'sort', 'include_deleted', 'print']

export function PaperOfThese() {
  const { may } = useMembership()
  const [parameters] = useAddress()
  if (!may('directory')) return null
  const filter = new URLSearchParams([...parameters].filter(([name]) => !NOT_OF_THEM.includes(name)))
  return (
    <LinkButton to={`/people/paper?${filter}`} variant="default">
      {t('Directory and labels')}
    </LinkButton>
  )
}
