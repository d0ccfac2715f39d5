/** Which keys do something by themselves. */
import { Switch } from '@mantine/core'
import { setSearchKey, useSearchKey } from '../parts/search-key.ts'
import { t } from '../texts/t.ts'

export function KeyboardForm() {
  return (
    <Switch
      label={t('“/” opens the search')}
      description={t('Ctrl and K open it in any case. This holds for this device.')}
      checked={useSearchKey()}
      onChange={event => setSearchKey(event.currentTarget.checked)}
    />
  )
}
