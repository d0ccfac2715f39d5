/** The grades of the church's children, in their order. */
import { Button, TagsInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useView } from '../api/use-offers.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** Of the list of classes. */
export function GradesButton() {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  const { data } = useView('school_grades', {}, may('school_classes.set_grades'))
  if (!may('school_classes.set_grades') || data === undefined) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Grades')}
      </Button>
      {opened && (
        <ActionDialog
          action="school_classes.set_grades"
          title={t('Grades')}
          submit={t('Save')}
          initial={{ grades: [...data.grades] }}
          input={({ grades }) => ({ grades })}
          done={() => t('Grades saved.')}
          onClose={dialog.close}
        >
          {({ values, errors, change }) => (
            <TagsInput
              label={t('Grades')}
              description={t(
                'The youngest first: children move up in this order. Type one and press Enter. What classes and children have already stays.',
              )}
              value={values.grades}
              maxTags={40}
              error={errors.grades}
              onChange={grades => change({ grades })}
              data-autofocus
            />
          )}
        </ActionDialog>
      )}
    </>
  )
}
