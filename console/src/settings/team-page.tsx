/** Who may use the console, what they may do, and who is invited. */
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useView } from '../api/use-offers.ts'
import { ExportLink } from '../lists/list-output.tsx'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { TeamMembers } from './team-members.tsx'

function TeamPage() {
  const { may } = useMembership()
  const team = useView('users')
  const [inviting, setInviting] = useState(false)
  const invite = may('users.invite') && <Button onClick={() => setInviting(true)}>{t('Invite someone')}</Button>
  return (
    <Page
      title={t('Team')}
      maw={860}
      actions={
        <>
          <ExportLink file="views/users_file" query={{}} />
          <PrintButton />
          {invite}
        </>
      }
    >
      <Stack>
        {team.error && <LoadProblem error={team.error} onRetry={() => team.refetch()} />}
        {team.isLoading && <RowsSkeleton rows={4} />}
        {team.data && (
          <Section title={t('People')}>
            <TeamMembers members={team.data.users} />
          </Section>
        )}
        {team.data && team.data.invitations.length > 0 && (
          <Section title={t('Invitations')}>
            <OpenInvitations invitations={team.data.invitations} />
          </Section>
        )}
      </Stack>
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(TeamPage, {
  says: t('Who may sign in, and what each may see and do. Invite somebody by e-mail and choose their role.'),
  chapter: 'who-sees-what#roles',
})
