/** Asks for a country, by its name. */
import { Select } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import { countryOptions } from '../formats/places.ts'
import { foldedOptions } from '../forms/folded-options.ts'

interface CountryInputProps {
  label: string
  description?: string
  /** Its code. */
  value: string
  error?: string | undefined
  required: boolean
  change(code: string): void
}

export function CountryInput({ value, change, ...props }: CountryInputProps) {
  const known = useView('countries').data ?? []
  const codes = value === '' || known.some(({ code }) => code === value) ? known : [...known, { code: value }]
  return (
    <Select
      {...props}
      searchable
      allowDeselect={false}
      filter={foldedOptions}
      data={countryOptions(codes)}
      value={value || null}
      onChange={code => change(code ?? '')}
    />
  )
}
