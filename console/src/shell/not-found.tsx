/** An address that leads nowhere, or nowhere for this member or this church. */
import { Text } from '@mantine/core'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { MODULE_NAMES, type ModuleName } from './module-names.ts'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title={t('Page not found')}>
      <Text mb="md">{t('The address may be wrong, or you may not have access to what was here.')}</Text>
      <LinkButton to="">{t('Go to Home')}</LinkButton>
    </Page>
  )
}

/** A page that the member may not see. */
export function NotIncluded() {
  return (
    <Page title={t('Your role does not include this')}>
      <Text mb="md">{t('Ask an owner of your church if you need access.')}</Text>
      <LinkButton to="">{t('Go to Home')}</LinkButton>
    </Page>
  )
}

/** A page of a module that the church has switched off. */
export function SwitchedOff({ module }: { module: ModuleName }) {
  const { may } = useMembership()
  const name = MODULE_NAMES[module]
  return (
    <Page title={t('{name} is switched off', { name })}>
      {may('church') ? (
        <>
          <Text mb="md">{t('Its records are kept, and come back when you switch it on again.')}</Text>
          <LinkButton to="/settings/church">{t('Church settings')}</LinkButton>
        </>
      ) : (
        <>
          <Text mb="md">{t('Your church does not use this module. An administrator can switch it on.')}</Text>
          <LinkButton to="">{t('Go to Home')}</LinkButton>
        </>
      )}
    </Page>
  )
}
