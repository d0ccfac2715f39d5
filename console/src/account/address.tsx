/** The address that somebody signs in with: confirmed by a mailed link. */
import { Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { reasonOf } from '../api/refusal.ts'
import { useAction } from '../api/use-offers.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { useMembership } from '../session/membership.tsx'
import { refreshSession } from '../session/session.ts'
import { t } from '../texts/t.ts'

export function Address() {
  const { user, mails } = useMembership()
  const [search, setSearch] = useSearchParams()
  const token = search.get('confirm')
  const confirm = useAction('account.confirm_address')
  const mail = useAction('account.mail_confirmation')
  const used = useRef<string>(undefined)
  const { mutate } = confirm

  useEffect(() => {
    if (token === null || used.current === token) return
    used.current = token
    mutate(
      { token },
      {
        onSuccess: () => {
          void refreshSession()
          setSearch({}, { replace: true })
          notifications.show({ message: t('Your email address is confirmed.') })
        },
      },
    )
  }, [token, mutate, setSearch])

  if (user.email_verified) return <Text size="sm">{t('{email} is confirmed.', { email: user.email })}</Text>
  return (
    <Stack>
      <Problem>{confirm.error && reasonOf(confirm.error)}</Problem>
      <Problem>{mail.error && reasonOf(mail.error)}</Problem>
      <Text size="sm">
        {t(
          '{email} is not confirmed yet. Until it is, resetting your password by email also turns off your two-step sign-in.',
          { email: user.email },
        )}
      </Text>
      {mails ? (
        <Group>
          {mail.isSuccess ? (
            <Text size="sm" role="status">
              {t('A link is on its way to {email}. Open it in this browser.', { email: user.email })}
            </Text>
          ) : (
            <BusyButton variant="default" busy={mail.isPending} onClick={() => mail.mutate({})}>
              {t('Email me a link')}
            </BusyButton>
          )}
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('Email is not set up on this server.')}
        </Text>
      )}
    </Stack>
  )
}
