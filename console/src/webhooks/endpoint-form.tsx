/** What can be set of an endpoint: its address, what it is for, its events. */
import { Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { t } from '../texts/t.ts'
import { EventChoice } from './event-choice.tsx'

/** As the form holds it. */
export interface EndpointValues {
  url: string
  description: string
  events: string[]
}

/** What the form of a new endpoint begins with. */
export const NO_ENDPOINT: EndpointValues = { url: '', description: '', events: [] }

export function EndpointFields({ form }: { form: UseFormReturnType<EndpointValues> }) {
  const { events } = form.getValues()
  return (
    <Stack>
      <TextInput
        label={t('Address')}
        description={t('Where events are sent')}
        placeholder="https://example.org/hooks"
        type="url"
        inputMode="url"
        required
        {...form.getInputProps('url')}
      />
      <TextInput label={t('Description')} description={t('What it is for')} {...form.getInputProps('description')} />
      <EventChoice value={events} onChange={value => form.setFieldValue('events', value)} error={form.errors.events} />
    </Stack>
  )
}
