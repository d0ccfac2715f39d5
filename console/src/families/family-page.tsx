/** One family with its members. */
import { Stack } from '@mantine/core'
import { useBranches, useRecord } from '../api/use-records.ts'
import { Details } from '../parts/details.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { EditFamily } from './edit-family-dialog.tsx'
import { EditMembers } from './edit-members.tsx'
import { FamilyMembers } from './family-members.tsx'

const BACK = { path: '/families', label: t('Families') }

export function FamilyPage() {
  const id = useId()
  const { may } = useMembership()
  const family = useRecord('families', id)
  const branches = useBranches().data
  return (
    <RecordFrame id={id} record={family} title={t('Family')} back={BACK}>
      {data => {
        const { name, address, phone, branch_id, members } = data
        return (
          <Page
            title={name}
            back={BACK}
            maw={860}
            actions={
              <>
                <PrintButton />
                <EditFamily family={data} />
                {may('people:write') && <LinkButton to={`/people/new?family_id=${id}`}>{t('Add a person')}</LinkButton>}
              </>
            }
          >
            <Stack>
              <Section title={t('Details')}>
                <Details
                  details={[
                    { label: t('Address'), value: address },
                    { label: t('Phone'), value: phone },
                    { label: t('Branch'), value: branches?.find(branch => branch.id === branch_id)?.name },
                  ]}
                />
              </Section>
              <Section title={t('People')}>
                {may('people:write') ? <EditMembers family={data} /> : <FamilyMembers members={members} />}
              </Section>
            </Stack>
          </Page>
        )
      }}
    </RecordFrame>
  )
}
