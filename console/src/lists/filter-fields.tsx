/** The fields of filters; each reads and sets its parameter of the address. */
import { Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useBranches } from '../api/use-records.ts'
import { branchChoices } from '../formats/branch-tree.ts'
import { day } from '../formats/dates.ts'
import { languageOptions } from '../formats/language-names.ts'
import { stateWord } from '../formats/words.ts'
import { useChoices, usePickedName, useShownResource } from '../forms/found-records.ts'
import { RecordPicker } from '../forms/record-picker.tsx'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'
import { SaidFilter } from './said-filter.tsx'
import { useAddress } from './use-address.ts'
import { usePrinting } from './use-printing.ts'

interface FilterProps {
  name: string
  label: string
}

/** Text that is searched for as it is typed; arrow down goes from it to the first row. */
export function SearchFilter({ name, label }: FilterProps) {
  const [parameters, change] = useAddress()
  const wanted = parameters.get(name) ?? ''
  const [text, setText] = useState(wanted)
  const [seen, setSeen] = useState(wanted)
  if (seen !== wanted) {
    setSeen(wanted)
    if (text.trim() !== wanted) setText(wanted)
  }
  const search = useDebouncedCallback((typed: string) => change({ [name]: typed.trim() }, true), 200)
  useEffect(() => () => search.cancel(), [search])
  if (usePrinting()) return <SaidFilter label={label} value={wanted} />
  const toRows = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    document.querySelector<HTMLElement>('.record-link')?.focus()
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={event => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={toRows}
    />
  )
}

/** Text that must fit exactly. */
export function TextFilter({ name, label, placeholder }: FilterProps & { placeholder?: string }) {
  const [parameters, change] = useAddress()
  const wanted = parameters.get(name) ?? ''
  if (usePrinting()) return <SaidFilter label={label} value={wanted} />
  const apply = (text: string): void => {
    if (text.trim() !== wanted) change({ [name]: text.trim() })
  }
  return (
    <TextInput
      key={wanted}
      label={label}
      placeholder={placeholder}
      defaultValue={wanted}
      onBlur={event => apply(event.currentTarget.value)}
      onKeyDown={event => event.key === 'Enter' && apply(event.currentTarget.value)}
    />
  )
}

/** One of several words. @param usual the word that holds where none is chosen */
export function ChoiceFilter({
  name,
  label,
  choices,
  usual,
  of = null,
}: FilterProps & { choices: readonly string[]; usual?: string; of?: string | null }) {
  const data = choices.filter(value => value !== usual).map(value => ({ value, label: stateWord(value, of) }))
  const any = usual === undefined ? t('Any') : stateWord(usual, of)
  return <SelectFilter name={name} label={label} data={[{ value: '', label: any }, ...data]} />
}

/** One of several languages, by its name in that of the page. */
export const LanguageFilter = ({ choices, ...props }: FilterProps & { choices: readonly string[] }) => (
  <SelectFilter {...props} data={[{ value: '', label: t('Any') }, ...languageOptions(choices)]} />
)

/** One of several values, each by its name. */
export function SelectFilter({ name, label, data }: FilterProps & { data: { value: string; label: string }[] }) {
  const [parameters, change] = useAddress()
  const wanted = parameters.get(name) ?? ''
  if (usePrinting()) {
    const chosen = data.find(({ value }) => value === wanted && value !== '')
    return <SaidFilter label={label} value={chosen?.label.trim() ?? wanted} />
  }
  return (
    <NativeSelect
      label={label}
      data={data}
      value={wanted}
      onChange={event => change({ [name]: event.currentTarget.value })}
    />
  )
}

/** A calendar date. */
export function DateFilter({ name, label }: FilterProps) {
  const [parameters, change] = useAddress()
  const wanted = parameters.get(name) ?? ''
  if (usePrinting()) return <SaidFilter label={label} value={wanted && day(wanted.slice(0, 10))} />
  return (
    <TextInput
      key={wanted}
      type="date"
      label={label}
      defaultValue={wanted.slice(0, 10)}
      onBlur={event => event.currentTarget.value !== wanted && change({ [name]: event.currentTarget.value })}
      onKeyDown={event => event.key === 'Enter' && change({ [name]: event.currentTarget.value })}
    />
  )
}

/** Yes or no; yes is `1`. */
export function FlagFilter({ name, label }: FilterProps) {
  const [parameters, change] = useAddress()
  if (usePrinting()) return <SaidFilter label={label} value={parameters.get(name) === '1' ? t('Yes') : undefined} />
  return (
    <Checkbox
      mt={{ base: 0, xs: 30 }}
      label={label}
      checked={parameters.get(name) === '1'}
      onChange={event => change({ [name]: event.currentTarget.checked ? '1' : undefined })}
    />
  )
}

/** One, the other, or both: `1`, `0` and nothing. @param alone above a list that has no other filter */
export function EitherFilter({
  name,
  label,
  either: [yes, no],
  alone = false,
}: FilterProps & { either: readonly [string, string]; alone?: boolean }) {
  const [parameters, change] = useAddress()
  const printing = usePrinting()
  const data = [
    { value: '', label: t('All') },
    { value: '1', label: yes },
    { value: '0', label: no },
  ]
  if (!alone || printing) return <SelectFilter name={name} label={label} data={data} />
  return (
    <SegmentedControl
      aria-label={label}
      mb="md"
      data={data}
      value={parameters.get(name) ?? ''}
      onChange={wanted => change({ [name]: wanted })}
    />
  )
}

/** A branch with those below it. */
export function BranchFilter({ name = 'branch_id', label = t('Branch') }: Partial<FilterProps>) {
  const branches = useBranches().data ?? []
  if (branches.length < 2) return null
  return <SelectFilter name={name} label={label} data={[{ value: '', label: t('All') }, ...branchChoices(branches)]} />
}

/** One of few, also one that is no longer in use. */
function ListedFilter({ name, label, resource }: FilterProps & { resource: string }) {
  const data = useChoices(resource)
  return <SelectFilter name={name} label={label} data={[{ value: '', label: t('All') }, ...data]} />
}

/** A record: the branch in its tree, one of few in a list, any other found by typing. @param resource one whose records have titles */
export function RecordFilter({ name, label, resource }: FilterProps & { resource: string }) {
  const from = useShownResource(resource)?.chosen.from
  if (resource === 'branches') return <BranchFilter name={name} label={label} />
  if (from === 'all') return <ListedFilter name={name} label={label} resource={resource} />
  return <FoundFilter name={name} label={label} resource={resource} />
}

function FoundFilter({ name, label, resource }: FilterProps & { resource: string }) {
  const [parameters, change] = useAddress()
  const id = Number(parameters.get(name)) || null
  if (usePrinting()) return <SaidRecord label={label} resource={resource} id={id} />
  return (
    <RecordPicker
      resource={resource}
      label={label}
      value={id}
      onChange={picked => change({ [name]: picked === null ? undefined : String(picked.id) })}
    />
  )
}

function SaidRecord({ label, resource, id }: { label: string; resource: string; id: number | null }) {
  return <SaidFilter label={label} value={usePickedName(resource, id) || undefined} />
}
