/** One family with its members. */
import { Stack } from '@mantine/core'
import { useBranches, useRecord } from '../api/use-records.ts'
import { Details } from '../parts/details.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { EditFamily } from './edit-family-dialog.tsx'
import { EditMembers } from './edit-members.tsx'
import { FamilyMembers } from './family-members.tsx'

const BACK = { path: '/families', label: 'Families' }

export function FamilyPage() {
  const id = useId()
  const { may } = useMembership()
  const family = useRecord('families', id)
  const branches = useBranches().data
  return (
    <RecordFrame id={id} record={family} title="Family" back={BACK}>
      {data => {
        const { name, address, phone, branch_id, members } = data
        return (
          <Page
            title={name}
            back={BACK}
            maw={860}
            actions={
              <>
                <EditFamily family={data} />
                {may('people:write') && <LinkButton to={`/people/new?family_id=${id}`}>Add a person</LinkButton>}
              </>
            }
          >
            <Stack>
              <Section title="Details">
                <Details
                  details={[
                    { label: 'Address', value: address },
                    { label: 'Phone', value: phone },
                    { label: 'Branch', value: branches?.find(branch => branch.id === branch_id)?.name },
                  ]}
                />
              </Section>
              <Section title="People">
                {may('people:write') ? <EditMembers family={data} /> : <FamilyMembers members={members} />}
              </Section>
            </Stack>
          </Page>
        )
      }}
    </RecordFrame>
  )
}
