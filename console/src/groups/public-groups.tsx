/** Where everybody finds the groups that the church shows: above the list for who keeps it, and on the page of each of them. */
import { Box, Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import type { AnyRecord } from '../house/house.ts'
import { PublicAddress } from '../parts/public-address.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** Above the list of groups: the page of all that are shown. */
export function AboveGroups() {
  const { may } = useMembership()
  return may('groups:write') ? <AllGroups /> : null
}

function AllGroups() {
  const address = useView('public_groups').data?.address ?? null
  if (address === null) return null
  const says = t(
    'Here anyone finds the groups that are shown on the website, and can ask to join. Link to it from your website.',
  )
  return (
    <Box mb="md">
      <PublicPage address={address} says={says} />
    </Box>
  )
}

/** @param record a group */
export function PublicGroup({ record }: { record: AnyRecord }) {
  const address = useView('public_groups', { id: record.id }, record.is_listed === true).data?.address ?? null
  if (address === null || record.is_listed !== true) return null
  return (
    <PublicPage address={address} says={t('Anyone sees this group here. Send the address to whoever asks for it.')} />
  )
}

const PublicPage = ({ address, says }: { address: string; says: string }) => (
  <Section title={t('Public page')}>
    <PublicAddress address={address} />
    <Text size="sm" c="dimmed" mt="xs">
      {says}
    </Text>
  </Section>
)
