/** The link by which a teacher takes the roll of this session on their own phone, without an account. */
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

export function TeacherLink({ session }: { session: number }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('session_link')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Link for teachers')}
      </Button>
      <Dialog opened={opened} onClose={dialog.close} title={t('Link for teachers')}>
        {opened && <Link session={session} />}
      </Dialog>
    </>
  )
}

function Link({ session }: { session: number }) {
  const { church } = useMembership()
  const link = useView('session_link', { id: session })
  const renew = useNotifiedAction('class_sessions.revoke_links', t('Not renewed'))
  if (link.data === undefined) {
    return link.error ? <LoadProblem error={link.error} onRetry={link.refetch} /> : <RowsSkeleton rows={3} />
  }
  const { url, expires_at } = link.data
  return (
    <Stack>
      <Text size="sm">
        {t(
          'Whoever has this link sees the names of this class and takes its roll on any phone, without an account. It works until {when}.',
          { when: moment(expires_at, church.timezone) },
        )}
      </Text>
      <Center>
        <QrCode text={url} label={t('The link as a QR code, to be scanned with a phone')} />
      </Center>
      <CopyText label={t('Link')} value={url} />
      <Text size="sm">
        {t('Did it reach the wrong hands? Renew it: the links that were given out stop working at once.')}
      </Text>
      <BusyButton
        variant="default"
        busy={renew.pending}
        onClick={() => void renew.act({ id: session }, t('There is a new link. The old ones no longer work.'))}
      >
        {t('Renew the link')}
      </BusyButton>
    </Stack>
  )
}
