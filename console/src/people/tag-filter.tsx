/** Chooses a tag that a list is limited to. */
import { NativeSelect } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import { SaidFilter } from '../lists/said-filter.tsx'
import { useAddress } from '../lists/use-address.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** Nothing for whoever sees no tags. */
export function TagFilter() {
  const { may } = useMembership()
  return may('tags') ? <ChooseTag /> : null
}

function ChooseTag() {
  const [parameters, change] = useAddress()
  const tags = useView('tags').data ?? []
  const chosen = parameters.get('tag') ?? ''
  if (usePrinting()) return <SaidFilter label={t('Tag')} value={chosen} />
  // An address may name a tag that nobody has any more.
  const unknown = chosen !== '' && !tags.some(({ tag }) => tag === chosen)
  return (
    <NativeSelect
      label={t('Tag')}
      data={[
        { value: '', label: t('Any') },
        ...(unknown ? [{ value: chosen, label: chosen }] : []),
        ...tags.map(({ tag, people }) => ({ value: tag, label: t('{tag} ({count, number})', { tag, count: people }) })),
      ]}
      value={chosen}
      onChange={event => change({ tag: event.currentTarget.value })}
    />
  )
}
