/** An address that leads nowhere, or nowhere for this member or this church. */
import { Text } from '@mantine/core'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { MODULE_NAMES, type ModuleName } from './module-names.ts'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title="There is nothing here">
      <Text mb="md">The address may be mistyped, or what was here is not for you to see.</Text>
      <LinkButton to="">To the beginning</LinkButton>
    </Page>
  )
}

/** A page that the member may not see. */
export function NotIncluded() {
  return (
    <Page title="Not for your role">
      <Text mb="md">Your role does not include this. Ask an owner of your church if you need it.</Text>
      <LinkButton to="">To the beginning</LinkButton>
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
          <Text mb="md">What was recorded is kept, and is here again when the module is switched on.</Text>
          <LinkButton to="/settings/church">Church settings</LinkButton>
        </>
      ) : (
        <>
          <Text mb="md">Your church does not use this module. An administrator can switch it on.</Text>
          <LinkButton to="">To the beginning</LinkButton>
        </>
      )}
    </Page>
  )
}
