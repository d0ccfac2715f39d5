/** The filter of the list of people by giving: new, back and lapsed givers of some days, for those who see gifts. */
import { today } from '../formats/dates.ts'
import { givingWords } from '../formats/giving-words.ts'
import { SelectFilter } from '../lists/filter-fields.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

const YEAR = 365

export function GivingFilter() {
  const { church, may } = useMembership()
  const [parameters] = useAddress()
  if (!may('giving_report')) return null
  const to = today(church.timezone)
  const from = `${to.slice(0, 4)}-01-01`
  const usual = ['new', 'back', 'lapsed'].map(standing => `${standing}:${from}:${to}:${YEAR}`)
  const wanted = parameters.get('giving')
  const values = wanted && !usual.includes(wanted) ? [...usual, wanted] : usual
  const data = [{ value: '', label: t('Any') }, ...values.map(value => ({ value, label: givingWords(value) }))]
  return <SelectFilter name="giving" label={t('Giving')} data={data} />
}
