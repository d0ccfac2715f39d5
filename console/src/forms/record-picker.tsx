/** A field that finds a record as one types: by what its resource declares, or else by its title. Enter or Tab takes what is marked. */
import { CloseButton, Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useState } from 'react'
import type { Query } from '../api/addresses.ts'
import { t } from '../texts/t.ts'
import type { Found } from './found.ts'
import { useFound, usePickedName } from './found-records.ts'

interface RecordPickerProps {
  /** One whose records have titles. */
  resource: string
  label: string
  /** Filters of its list that whatever is offered fits: `{ status: 'active' }`. */
  where?: Query
  value: number | null
  onChange(picked: Found | null): void
  /** Told of what is typed, where a name that is not on record is of use. */
  onType?(text: string): void
  error?: ReactNode
  description?: string
  placeholder?: string
  inputRef?: Ref<HTMLInputElement>
}

const ALL: Query = {}

export function RecordPicker({
  resource,
  label,
  where = ALL,
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
  const { found, waiting, asked, typed } = useFound(resource, text, where, typing)
  const first = found[0]?.id

  useEffect(() => {
    if (typing && text !== '' && first !== undefined) combobox.selectFirstOption()
  }, [typing, text, first, combobox.selectFirstOption])

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

  function look(): void {
    if (typed || value !== null) return
    setTyping(true)
    combobox.openDropdown()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab' && combobox.dropdownOpened && !waiting) combobox.clickSelectedOption()
  }

  const clear = value !== null && <ClearButton label={label} onClick={() => onChange(null)} />
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
          onClick={look}
          onFocus={event => event.currentTarget.select()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
          rightSection={typing && waiting ? <Loader size="xs" /> : clear}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!asked}>
        <Matches found={found} waiting={waiting} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** By keyboard one clears by typing: Tab goes straight on to the next field. */
const ClearButton = ({ label, onClick }: { label: string; onClick(): void }) => (
  <CloseButton size="sm" tabIndex={-1} aria-label={t('Clear {label}', { label })} onClick={onClick} />
)

const Matches = ({ found, waiting }: { found: readonly Found[]; waiting: boolean }) => (
  <Combobox.Options aria-label={t('Matches')}>
    {found.map(({ id, title, detail }) => (
      <Combobox.Option key={id} value={String(id)}>
        <Text size="sm">{title}</Text>
        {detail !== '' && (
          <Text size="xs" c="inherit">
            {detail}
          </Text>
        )}
      </Combobox.Option>
    ))}
    {found.length === 0 && <Combobox.Empty>{waiting ? t('Searching…') : t('No matches')}</Combobox.Empty>}
  </Combobox.Options>
)
