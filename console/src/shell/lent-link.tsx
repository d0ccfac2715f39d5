/** A link that does its work without an account, on somebody's own phone: to be copied, scanned, or renewed. */
import { Button, Center, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { moment } from '../formats/dates.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** A button, and a dialog with the link. @param children asks for the link, once the dialog is opened */
export function LinkButtonWithDialog({ title, children }: { title: string; children: ReactNode }) {
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {title}
      </Button>
      <Dialog opened={opened} onClose={dialog.close} title={title}>
        {opened && children}
      </Dialog>
    </>
  )
}

/** Makes the link anew: those that were given out stop working. */
interface Renewal {
  pending: boolean
  /** @param done what is said then */
  act(done: string): void
}

interface LentLinkProps {
  link: UseQueryResult<{ url: string; expires_at: string }>
  /** Undefined for whoever may not. */
  renew: Renewal | undefined
  /** Who can do what with it, until when. */
  says(when: string): string
}

export function LentLink({ link, renew, says }: LentLinkProps) {
  const { church } = useMembership()
  if (link.data === undefined) {
    return link.error ? <LoadProblem error={link.error} onRetry={link.refetch} /> : <RowsSkeleton rows={3} />
  }
  const { url, expires_at } = link.data
  return (
    <Stack>
      <Text size="sm">{says(moment(expires_at, church.timezone))}</Text>
      <Center>
        <QrCode text={url} label={t('The link as a QR code, to be scanned with a phone')} />
      </Center>
      <CopyText label={t('Link')} value={url} />
      {renew && (
        <>
          <Text size="sm">
            {t('Did it reach the wrong hands? Renew it: the links that were given out stop working at once.')}
          </Text>
          <BusyButton
            variant="default"
            busy={renew.pending}
            onClick={() => renew.act(t('There is a new link. The old ones no longer work.'))}
          >
            {t('Renew the link')}
          </BusyButton>
        </>
      )}
    </Stack>
  )
}
