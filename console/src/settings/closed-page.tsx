/** What an owner sees of a church that is closed: when it will be gone, and the way back. */
import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { moment } from '../formats/dates.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { type Closing, refreshSession } from '../session/session.ts'
import { FrontPage } from '../sign-in/front-page.tsx'
import { t } from '../texts/t.ts'

export function ClosedPage({ closing: { by, remove_at } }: { closing: Closing }) {
  const [asking, setAsking] = useState(false)
  const { church } = useMembership()
  const { name } = church
  const when = moment(remove_at, church.timezone)
  return (
    <FrontPage
      title={t('{name} is closed', { name })}
      lead={by === null ? t('It was closed by whoever runs Sexton for you.') : t('{person} closed it.', { person: by })}
      chapter="who-sees-what"
    >
      <Text>
        {t('Everything on record will be deleted for good on {when}. Until then you can open it again, as it was.', {
          when,
        })}
      </Text>
      <Button onClick={() => setAsking(true)}>{t('Open it again')}</Button>
      <Text size="sm">
        <Anchor component={Link} href="/">
          {t('Your churches')}
        </Anchor>
      </Text>
      {asking && (
        <ConfirmDialog
          action="church.keep"
          input={{}}
          title={t('Open {name} again?', { name })}
          submit={t('Open it again')}
          danger={false}
          done={t('{name} is open again.', { name })}
          onDone={() => void refreshSession()}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('The team can work in it again, and API keys work as before.')}</Text>
        </ConfirmDialog>
      )}
    </FrontPage>
  )
}
