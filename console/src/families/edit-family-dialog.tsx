/** Changes what is on record of a family. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Family } from '../api-types.ts'
import { ActionDialog, sentTexts } from '../forms/action-dialog.tsx'
import { BranchField } from '../forms/branch-field.tsx'
import { DialogText } from '../forms/dialog-text.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** The button and its dialog; nothing for those who may not. */
export function EditFamily({ family }: { family: Family }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('families.update')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Edit')}
      </Button>
      {opened && <EditFamilyDialog family={family} onClose={dialog.close} />}
    </>
  )
}

const typedOf = ({ name, address, phone, branch_id }: Family) => ({
  name,
  address: address ?? '',
  phone: phone ?? '',
  branch_id: branch_id as number | null,
})

function EditFamilyDialog({ family, onClose }: { family: Family; onClose(): void }) {
  return (
    <ActionDialog
      action="families.update"
      title={t('Edit {name}', { name: family.name })}
      submit={t('Save')}
      initial={typedOf(family)}
      input={(_, changed) => ({ id: family.id, ...sentTexts(changed) })}
      done={({ name }) => t('{name} was updated.', { name })}
      onClose={onClose}
    >
      {fields => (
        <>
          <DialogText fields={fields} name="name" label={t('Name')} required maxLength={190} data-autofocus />
          <DialogText fields={fields} name="address" label={t('Address')} maxLength={500} />
          <DialogText fields={fields} name="phone" label={t('Phone')} type="tel" maxLength={40} />
          <BranchField
            value={fields.values.branch_id}
            error={fields.errors.branch_id}
            onChange={branch_id => fields.change({ branch_id })}
          />
        </>
      )}
    </ActionDialog>
  )
}
