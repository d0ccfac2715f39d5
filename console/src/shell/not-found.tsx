/** An address that leads nowhere. */
import { Text } from '@mantine/core'
import { LinkButton } from './link-button.tsx'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title="There is nothing here">
      <Text mb="md">The address may be mistyped, or what was here is not for you to see.</Text>
      <LinkButton to="">To the beginning</LinkButton>
    </Page>
  )
}
