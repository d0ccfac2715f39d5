/** The fields of a sermon, and what is sent of them. */
import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Actions } from '../api/offers.ts'
import type { Sermon } from '../api-types.ts'
import { changesOf } from '../forms/draft.ts'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'

/** What the form of a new sermon begins with. */
export const EMPTY = {
  title: '',
  speaker: '',
  preached_on: '',
  series: '',
  scripture: '',
  description: '',
  audio_url: '',
  video_url: '',
}

type SermonValues = typeof EMPTY
/** What is sent of a sermon: null takes a text out. */
type SermonInput = Actions['sermons.create']['input']
type SermonChange = Omit<Actions['sermons.update']['input'], 'id'>

const NAMES = Object.keys(EMPTY) as (keyof SermonValues)[]
/** Fields that show their errors themselves. */
export const FIELDS: readonly string[] = NAMES

/** What the form of a sermon on record begins with. */
export const valuesOf = (sermon: Sermon): SermonValues =>
  Object.fromEntries(NAMES.map(name => [name, sermon[name] ?? ''])) as SermonValues

/** What differs from before; a text that was taken out becomes null. */
export const changeOf = (base: SermonValues, values: SermonValues): SermonChange =>
  Object.fromEntries(Object.entries(changesOf(base, values)).map(([name, value]) => [name, value?.trim() || null]))

/** What is filled in. */
export const creationOf = ({ title, ...values }: SermonValues): SermonInput => ({
  title,
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
})

export function SermonFields({ form }: { form: UseFormReturnType<SermonValues> }) {
  return (
    <Section title={t('Sermon')}>
      <Stack>
        <TextInput label={t('Title')} required maxLength={190} {...form.getInputProps('title')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('Speaker')} maxLength={190} {...form.getInputProps('speaker')} />
          <TextInput label={t('Preached on')} type="date" {...form.getInputProps('preached_on')} />
          <TextInput label={t('Series')} maxLength={190} {...form.getInputProps('series')} />
          <TextInput
            label={t('Scripture')}
            maxLength={190}
            placeholder={t('John 3:16-21')}
            {...form.getInputProps('scripture')}
          />
          <TextInput label={t('Audio')} type="url" placeholder="https://" {...form.getInputProps('audio_url')} />
          <TextInput label={t('Video')} type="url" placeholder="https://" {...form.getInputProps('video_url')} />
        </SimpleGrid>
        <Textarea
          label={t('Description')}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={5_000}
          {...form.getInputProps('description')}
        />
      </Stack>
    </Section>
  )
}
