/** Shown while a page is on its way. */
import { Center, Loader, VisuallyHidden } from '@mantine/core'
import { t } from '../texts/t.ts'

export function Waiting() {
  return (
    <Center mih="60dvh" role="status">
      <Loader size="sm" type="dots" />
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
    </Center>
  )
}
