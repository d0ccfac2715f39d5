/** The link by which a teacher takes the roll of this session on their own phone, without an account. */
import { useView } from '../api/use-offers.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { useMembership } from '../session/membership.tsx'
import { LentLink, LinkButtonWithDialog } from '../shell/lent-link.tsx'
import { t } from '../texts/t.ts'

export function TeacherLink({ session }: { session: number }) {
  const { may } = useMembership()
  if (!may('session_link')) return null
  return (
    <LinkButtonWithDialog title={t('Link for teachers')}>
      <Link session={session} />
    </LinkButtonWithDialog>
  )
}

function Link({ session }: { session: number }) {
  const { may } = useMembership()
  const link = useView('session_link', { id: session })
  const { act, pending } = useNotifiedAction('class_sessions.revoke_links', t('Not renewed'))
  const renew = { pending, act: (done: string): void => void act({ id: session }, done) }
  return (
    <LentLink
      link={link}
      renew={may('class_sessions.revoke_links') ? renew : undefined}
      says={when =>
        t(
          'Whoever has this link sees the names of this class and takes its roll on any phone, without an account. It works until {when}. It does not show what you have to know of a child, such as an allergy: tell them yourself.',
          { when },
        )
      }
    />
  )
}
