/** One text field of a dialog. */
import { TextInput, type TextInputProps } from '@mantine/core'
import type { DialogFields } from './action-dialog.tsx'

type DialogTextProps<Values, Name extends keyof Values> = Omit<
  TextInputProps,
  'value' | 'error' | 'onChange' | 'name'
> & {
  fields: DialogFields<Values>
  name: Name
}

export function DialogText<Name extends string, Values extends Record<Name, string>>({
  fields: { values, errors, change },
  name,
  ...rest
}: DialogTextProps<Values, Name>) {
  return (
    <TextInput
      withAsterisk={false}
      {...rest}
      value={values[name]}
      error={errors[name]}
      onChange={event => change({ [name]: event.currentTarget.value } as Partial<Values>)}
    />
  )
}
