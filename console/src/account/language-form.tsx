/** In which language somebody reads the console. */
import { NativeSelect, Stack } from '@mantine/core'
import { ownLanguageName } from '../../../src/texts/language-names.ts'
import { useAction } from '../api/use-offers.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useSession } from '../session/session.ts'
import { showLanguage } from '../texts/chosen-language.ts'
import { t } from '../texts/t.ts'

export function LanguageForm() {
  const { data } = useSession()
  const save = useAction('account.set_language')
  if (!data) return null
  const choose = (language: string | null): void =>
    save.mutate({ language }, { onSuccess: () => showLanguage(language) })
  return (
    <Stack>
      <SaveProblem error={save.error} fields={[]} />
      <NativeSelect
        label={t('Language of the console')}
        description={t(
          'Reminders and mails to you are in it, too. What your church sends and shows to others stays as it is.',
        )}
        value={data.user.language ?? ''}
        disabled={save.isPending}
        data={[
          { value: '', label: t('As the browser asks for it') },
          ...data.languages.map(value => ({ value, label: ownLanguageName(value) })),
        ]}
        onChange={event => choose(event.currentTarget.value || null)}
      />
    </Stack>
  )
}
