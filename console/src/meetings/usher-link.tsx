/** The link by which an usher counts on their own phone, without an account: to be copied, scanned, or renewed. */
import { Button, Center, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useView } from '../api/use-offers.ts'
import { moment } from '../formats/dates.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

export function UsherLink({ meeting }: { meeting: number }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('meeting_link')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Link for ushers')}
      </Button>
      <Dialog opened={opened} onClose={dialog.close} title={t('Link for ushers')}>
        {opened && <Link meeting={meeting} />}
      </Dialog>
    </>
  )
}

function Link({ meeting }: { meeting: number }) {
  const { church, may } = useMembership()
  const link = useView('meeting_link', { id: meeting })
  const renew = useNotifiedAction('meetings.revoke_links', t('Not renewed'))
  if (link.data === undefined) {
    return link.error ? <LoadProblem error={link.error} onRetry={link.refetch} /> : <RowsSkeleton rows={3} />
  }
  const { url, expires_at } = link.data
  return (
    <Stack>
      <Text size="sm">
        {t(
          'Whoever has this link can count this meeting on any phone, without an account. It shows numbers and no names, and works until {when}.',
          { when: moment(expires_at, church.timezone) },
        )}
      </Text>
      <Center>
        <QrCode text={url} label={t('The link as a QR code, to be scanned with a phone')} />
      </Center>
      <CopyText label={t('Link')} value={url} />
      {may('meetings.revoke_links') && (
        <>
          <Text size="sm">
            {t('Did it reach the wrong hands? Renew it: the links that were given out stop working at once.')}
          </Text>
          <BusyButton
            variant="default"
            busy={renew.pending}
            onClick={() => void renew.act({ id: meeting }, t('There is a new link. The old ones no longer work.'))}
          >
            {t('Renew the link')}
          </BusyButton>
        </>
      )}
    </Stack>
  )
}
