/** What head counts of the church are asked for by. */
import { Button, TagsInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { wordOf } from '../formats/words.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** @param categories as they are, with whatever else was counted at the meeting that is shown */
export function CategoriesButton({ categories }: { categories: readonly string[] }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('headcounts.set_categories') || categories.length === 0) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'start' }} onClick={dialog.open}>
        {t('Change the categories')}
      </Button>
      {opened && (
        <ActionDialog
          action="headcounts.set_categories"
          title={t('Categories of head counts')}
          submit={t('Save')}
          initial={{ categories: [...categories] }}
          input={({ categories: wanted }) => ({ categories: wanted })}
          done={() => t('Categories saved.')}
          onClose={dialog.close}
        >
          {({ values, errors, change }) => (
            <TagsInput
              label={t('Categories')}
              description={t(
                'Whom you count, in this order, for every meeting of the church. Type one and press Enter. What was counted before stays as it is.',
              )}
              value={values.categories.map(wordOf)}
              maxTags={12}
              error={errors.categories}
              onChange={typed => change({ categories: typed.map(word => nameOf(word, values.categories)) })}
              data-autofocus
            />
          )}
        </ActionDialog>
      )}
    </>
  )
}

/** A category that is shown in other words than it has keeps its own. */
const nameOf = (word: string, known: readonly string[]): string => known.find(one => wordOf(one) === word) ?? word
