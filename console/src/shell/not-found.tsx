/** An address that leads nowhere, or nowhere for this member or this church. */
import { Text } from '@mantine/core'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { MODULE_NAMES, type ModuleName } from './module-names.ts'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title="Page not found">
      <Text mb="md">The address may be wrong, or you may not have access to what was here.</Text>
      <LinkButton to="">Go to Home</LinkButton>
    </Page>
  )
}

/** A page that the member may not see. */
export function NotIncluded() {
  return (
    <Page title="Your role does not include this">
      <Text mb="md">Ask an owner of your church if you need access.</Text>
      <LinkButton to="">Go to Home</LinkButton>
    </Page>
  )
}

/** A page of a module that the church has switched off. */
export function SwitchedOff({ module }: { module: ModuleName }) {
  const { may } = useMembership()
  const name = MODULE_NAMES[module]
  return (
    <Page title={`${name} is switched off`}>
      {may('church') ? (
        <>
          <Text mb="md">Its records are kept, and come back when you switch it on again.</Text>
          <LinkButton to="/settings/church">Church settings</LinkButton>
        </>
      ) : (
        <>
          <Text mb="md">Your church does not use this module. An administrator can switch it on.</Text>
          <LinkButton to="">Go to Home</LinkButton>
        </>
      )}
    </Page>
  )
}
