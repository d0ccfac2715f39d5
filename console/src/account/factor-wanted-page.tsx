/** What is shown in place of a church's pages until a second factor is set up that the church asks for. */
import { Alert, Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Explained } from '../../../src/texts/chapter.ts'
import { roleLabel } from '../formats/roles.ts'
import { Mark } from '../parts/mark.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { PageHelp } from '../shell/page-help.ts'
import { UserMenu } from '../shell/user-menu.tsx'
import { t } from '../texts/t.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'

const HELP: Explained = {
  says: t(
    'Whoever only knows your password cannot sign in as you then. The second step is set up once, and asked for whenever you sign in.',
  ),
  chapter: 'first-sunday#sign-in',
}

/** @param onDone when one is set up, and the recovery codes were kept */
export function FactorWantedPage({ onDone }: { onDone(): void }) {
  const { church, role } = useMembership()
  return (
    <Box component="main" maw={680} mx="auto" p="md">
      <Group component="header" justify="space-between" mb="lg">
        <Mark />
        <UserMenu />
      </Group>
      <PageHelp value={HELP}>
        <Page title={t('One more step')}>
          <Stack>
            <Alert color="indigo" role="status">
              <Text size="sm" c="var(--mantine-color-text)">
                {t(
                  '{name} requires two-step sign-in for everyone with the role {role}, so that nobody gets in with a stolen password alone. Set up one of the two options below. It takes a minute, and then you can carry on.',
                  { name: church.name, role: roleLabel(role) },
                )}
              </Text>
            </Alert>
            <Section title={t('Passkey (recommended)')}>
              <Passkeys onAdded={onDone} />
            </Section>
            <Section title={t('Authenticator app')}>
              <AuthenticatorApp onAdded={onDone} />
            </Section>
            <Text size="sm">
              <Anchor component={Link} href="/">
                {t('Your churches')}
              </Anchor>
            </Text>
          </Stack>
        </Page>
      </PageHelp>
    </Box>
  )
}
