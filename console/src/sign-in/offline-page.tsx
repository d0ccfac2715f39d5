/** What the console shows when it is opened without a connection: that there is none, and what this device keeps. */
import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '../texts/t.ts'
import { countAll } from '../unsent/store.ts'
import { FrontPage } from './front-page.tsx'

const AGAIN_MS = 15_000

/** @param onRetry asks the server again */
export function OfflinePage({ onRetry }: { onRetry(): void }) {
  const [waiting, setWaiting] = useState(0)
  useEffect(() => void countAll().then(setWaiting), [])
  useEffect(() => {
    const timer = setInterval(onRetry, AGAIN_MS)
    return () => clearInterval(timer)
  }, [onRetry])
  return (
    <FrontPage
      title={t('You are offline')}
      lead={t('Sexton cannot reach its server. It opens by itself when there is a connection again.')}
      chapter={null}
    >
      {waiting > 0 && (
        <Text role="status">
          {t(
            '{count, plural, one {# entry is} other {# entries are}} kept on this device, and sent when whoever typed {count, plural, one {it} other {them}} is signed in.',
            { count: waiting },
          )}
        </Text>
      )}
      <Button onClick={onRetry}>{t('Try again')}</Button>
    </FrontPage>
  )
}
