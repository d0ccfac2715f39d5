/** A field that finds a person or a family as one types. Enter or Tab takes what is marked. */
import { CloseButton, Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useState } from 'react'
import { useRecord, useRecords } from '../api/use-records.ts'
import { t } from '../texts/t.ts'
import { type Found, foundFamily, foundPerson } from './found.ts'

interface RecordPickerProps {
  resource: 'people' | 'families'
  label: string
  value: number | null
  onChange(picked: Found | null): void
  /** Told of what is typed, where a name that is not on record is of use. */
  onType?(text: string): void
  error?: ReactNode
  description?: string
  placeholder?: string
  inputRef?: Ref<HTMLInputElement>
}

const MOST = 8

/** What is found for a text. */
function useFound(resource: 'people' | 'families', text: string, enabled: boolean) {
  const [q] = useDebouncedValue(text.trim(), 150)
  const asked = enabled && q !== ''
  const people = useRecords('people', { q, per_page: MOST }, asked && resource === 'people')
  const families = useRecords('families', { q, per_page: MOST }, asked && resource === 'families')
  const list = resource === 'people' ? people : families
  const found: Found[] =
    resource === 'people' ? (people.data?.data ?? []).map(foundPerson) : (families.data?.data ?? []).map(foundFamily)
  return { found: asked ? found : [], waiting: list.isFetching || q !== text.trim(), asked }
}

/** The name of what is picked, which may be known by its id only. */
function usePickedName(resource: 'people' | 'families', value: number | null): string {
  const person = useRecord('people', resource === 'people' ? value : undefined)
  const family = useRecord('families', resource === 'families' ? value : undefined)
  if (value === null) return ''
  return (resource === 'people' ? person.data?.full_name : family.data?.name) ?? ''
}

export function RecordPicker({
  resource,
  label,
  value,
  onChange,
  onType,
  error,
  inputRef,
  ...rest
}: RecordPickerProps) {
  const [text, setText] = useState('')
  const [typing, setTyping] = useState(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const name = usePickedName(resource, value)
  const { found, waiting, asked } = useFound(resource, text, typing)
  const first = found[0]?.id

  useEffect(() => {
    if (typing && first !== undefined) combobox.selectFirstOption()
  }, [typing, first, combobox.selectFirstOption])

  function type(typed: string): void {
    setText(typed)
    setTyping(true)
    onType?.(typed)
    if (value !== null) onChange(null)
    combobox.openDropdown()
  }

  function take(id: string): void {
    const picked = found.find(one => String(one.id) === id)
    if (picked === undefined) return
    setText('')
    setTyping(false)
    onType?.('')
    onChange(picked)
    combobox.closeDropdown()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab' && combobox.dropdownOpened && !waiting) combobox.clickSelectedOption()
  }

  // By keyboard one clears by typing: Tab goes straight on to the next field.
  const clear = value !== null && (
    <CloseButton size="sm" tabIndex={-1} aria-label={t('Clear {label}', { label })} onClick={() => onChange(null)} />
  )
  return (
    <Combobox store={combobox} onOptionSubmit={take} shadow="md">
      <Combobox.Target>
        <TextInput
          {...rest}
          ref={inputRef}
          label={label}
          error={error}
          value={value === null ? text : name}
          onChange={event => type(event.currentTarget.value)}
          onFocus={event => event.currentTarget.select()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
          rightSection={typing && waiting ? <Loader size="xs" /> : clear}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!asked}>
        <Combobox.Options aria-label={t('Matches')}>
          {found.map(({ id, title, detail }) => (
            <Combobox.Option key={id} value={String(id)}>
              <Text size="sm">{title}</Text>
              <Text size="xs" c="inherit">
                {detail}
              </Text>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{waiting ? t('Searching…') : t('No matches')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
