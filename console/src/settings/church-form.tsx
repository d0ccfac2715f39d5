/** What a church is called, where it is, and who is mailed its notices. */
import { Group, MultiSelect, NativeSelect, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FormEvent } from 'react'
import type { ChurchSettingsShown } from '../../../src/modules/church/settings-console.ts'
import { useAction, useView } from '../api/use-offers.ts'
import { languageName, languageOptions } from '../formats/language-names.ts'
import { countryOptions, timezones } from '../formats/places.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { RestoredNotice } from '../forms/restored-notice.tsx'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { refreshSession } from '../session/session.ts'
import { t } from '../texts/t.ts'

type Values = Pick<ChurchSettingsShown, 'name' | 'country' | 'timezone' | 'languages' | 'notice_emails'> & {
  /** Empty for that of the server. */
  language: string
}

const FIELDS = ['name', 'country', 'timezone', 'language', 'languages', 'notice_emails']

export function ChurchForm({ settings }: { settings: ChurchSettingsShown }) {
  const { name, country, timezone, language, languages, notice_emails, currency } = settings
  const { form, drop, restored, discard } = useDraftForm<Values>('settings/church', {
    ...{ name, country, timezone, languages, notice_emails },
    language: language ?? '',
  })
  const countries = useView('countries')
  const save = useAction('church.set')
  const { beside } = sortErrors(save.error, FIELDS)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const { language, ...values } = form.getValues()
    save.mutate(
      { ...values, language: language || null },
      {
        onSuccess: () => {
          drop()
          void refreshSession()
          notifications.show({ message: t('The church settings were updated.') })
        },
        onError: () => focusFirstError(),
      },
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RestoredNotice shown={restored} onDiscard={discard} />
        <SaveProblem error={save.error} fields={FIELDS} />
        <TextInput label={t('Name')} required {...form.getInputProps('name')} error={beside.name} />
        <Group grow align="flex-start">
          <Select
            label={t('Country')}
            description={t('Phone numbers without a country code are taken to be from this country.')}
            required
            searchable
            allowDeselect={false}
            data={countryOptions(countries.data ?? [{ code: country }])}
            {...form.getInputProps('country')}
            error={beside.country}
          />
          <Select
            label={t('Time zone')}
            description={t('Dates of gifts and times on screen follow it.')}
            required
            searchable
            allowDeselect={false}
            data={timezones(timezone)}
            {...form.getInputProps('timezone')}
            error={beside.timezone}
          />
        </Group>
        <Languages settings={settings} form={form} beside={beside} />
        <TagsInput
          label={t('Who gets notices by email')}
          description={t(
            'Press Enter after each address. They are told about webhooks that failed and payments that need attention.',
          )}
          {...form.getInputProps('notice_emails')}
          error={beside.notice_emails}
        />
        <Text size="sm" c="dimmed">
          {t('The currency is {currency}. It cannot be changed, because funds, gifts and totals use it.', { currency })}
        </Text>
        <Group justify="flex-end">
          <BusyButton type="submit" busy={save.isPending}>
            {t('Save')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

/** What the church speaks, and what visitors of its pages may choose from. */
function Languages({
  settings: { known_languages, usual_language },
  form,
  beside,
}: {
  settings: ChurchSettingsShown
  form: Pick<ReturnType<typeof useDraftForm<Values>>['form'], 'getInputProps'>
  beside: Readonly<Record<string, string>>
}) {
  const known = languageOptions(known_languages)
  const usual = {
    value: '',
    label: t('As set for the server ({language})', { language: languageName(usual_language) }),
  }
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label={t('Language of the church')}
        description={t('Messages, receipts and papers are in it, unless the person has another on record.')}
        data={[usual, ...known]}
        {...form.getInputProps('language')}
        error={beside.language}
      />
      <MultiSelect
        label={t('Languages of the public pages')}
        description={t('Visitors read them in their own language if it is one of these. Choose none to offer all.')}
        data={known}
        searchable
        {...form.getInputProps('languages')}
        error={beside.languages}
      />
    </Group>
  )
}
