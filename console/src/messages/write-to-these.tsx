/** From the list of people: writes to everybody who matches its filters. */
import { useAddress } from '../lists/use-address.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** They choose a part of the list, or those who cannot be written to. */
const NOT_OF_THE_AUDIENCE = ['page', 'per_page', 'sort', 'include_deleted']

export function WriteToThese() {
  const { may } = useMembership()
  const [parameters] = useAddress()
  if (!may('messages.send_to')) return null
  const filter = new URLSearchParams([...parameters].filter(([name]) => !NOT_OF_THE_AUDIENCE.includes(name)))
  return (
    <LinkButton to={`/messages/new?filter=${encodeURIComponent(filter.toString())}`} variant="default">
      {t('Message these people')}
    </LinkButton>
  )
}
