/** The link by which an usher counts on their own phone, without an account. */
import { useView } from '../api/use-offers.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { useMembership } from '../session/membership.tsx'
import { LentLink, LinkButtonWithDialog } from '../shell/lent-link.tsx'
import { t } from '../texts/t.ts'

export function UsherLink({ meeting }: { meeting: number }) {
  const { may } = useMembership()
  if (!may('meeting_link')) return null
  return (
    <LinkButtonWithDialog title={t('Link for ushers')}>
      <Link meeting={meeting} />
    </LinkButtonWithDialog>
  )
}

function Link({ meeting }: { meeting: number }) {
  const { may } = useMembership()
  const link = useView('meeting_link', { id: meeting })
  const { act, pending } = useNotifiedAction('meetings.revoke_links', t('Not renewed'))
  const renew = { pending, act: (done: string): void => void act({ id: meeting }, done) }
  return (
    <LentLink
      link={link}
      renew={may('meetings.revoke_links') ? renew : undefined}
      says={when =>
        t(
          'Whoever has this link can count this meeting on any phone, without an account. It shows numbers and no names, and works until {when}.',
          { when },
        )
      }
    />
  )
}
