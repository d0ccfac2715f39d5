/** Adds a branch below another, or changes what is known of one. */
import { Autocomplete, Grid, NativeSelect, Text } from '@mantine/core'
import type { Branch } from '../api-types.ts'
import { ActionDialog, type DialogFields, sentTexts } from '../forms/action-dialog.tsx'
import { DialogText } from '../forms/dialog-text.tsx'
import { t } from '../texts/t.ts'

const LEVELS = ['branch', 'district', 'region', 'headquarters']

/** Text fields of a branch: name, label, how many characters, width of 12. */
const TEXTS = [
  ['pastor_name', t('Pastor'), 190, 6],
  ['code', t('Code'), 40, 6],
  ['email', t('Email'), 254, 6],
  ['phone', t('Phone'), 40, 6],
  ['address', t('Address'), 500, 12],
  ['city', t('City'), 190, 4],
  ['state', t('of a country|State'), 190, 4],
  ['country', t('Country'), 2, 4],
  ['timezone', t('Time zone'), 64, 8],
  ['currency', t('Currency'), 3, 4],
] as const

const STATES = [
  { value: 'active', label: t('branch|Active') },
  { value: 'closed', label: t('branch|Closed') },
]

/** Texts are empty where nothing is on record. */
type Typed = Record<'name' | 'level' | (typeof TEXTS)[number][0], string> & { status: 'active' | 'closed' }

interface AddBranchProps {
  /** The branch that the new one will be below. */
  above: Branch
  onClose(): void
}

export function AddBranchDialog({ above, onClose }: AddBranchProps) {
  return (
    <ActionDialog
      action="branches.create"
      title={t('Add a branch under {name}', { name: above.name })}
      submit={t('Add branch')}
      initial={{ name: '', level: 'branch' }}
      input={typed => ({ ...typed, parent_id: above.id })}
      done={({ name }) => t('{name} was added under {above}.', { name, above: above.name })}
      onClose={onClose}
    >
      {fields => <NameAndLevel fields={fields} />}
    </ActionDialog>
  )
}

const typedOf = (branch: Branch): Typed =>
  Object.fromEntries(
    ['name', 'level', 'status', ...TEXTS.map(([name]) => name)].map(name => [
      name,
      String(branch[name as keyof Branch] ?? ''),
    ]),
  ) as Typed

export function EditBranchDialog({ branch, onClose }: { branch: Branch; onClose(): void }) {
  return (
    <ActionDialog
      action="branches.update"
      title={t('Edit {name}', { name: branch.name })}
      submit={t('Save')}
      size="lg"
      initial={typedOf(branch)}
      input={(_, changed) => ({ id: branch.id, ...sentTexts(changed) })}
      done={({ name }) => t('{name} was updated.', { name })}
      onClose={onClose}
    >
      {fields => (
        <>
          <NameAndLevel fields={fields} />
          <Particulars fields={fields} />
          {!branch.is_hq && (
            <NativeSelect
              label={t('Status')}
              data={STATES}
              value={fields.values.status}
              error={fields.errors.status}
              onChange={event => fields.change({ status: event.currentTarget.value as Typed['status'] })}
            />
          )}
          <Text size="sm" c="dimmed">
            {t('Closing a branch leaves its people, gifts and other records where they are.')}
          </Text>
        </>
      )}
    </ActionDialog>
  )
}

function NameAndLevel<Values extends Pick<Typed, 'name' | 'level'>>({ fields }: { fields: DialogFields<Values> }) {
  const { values, errors, change } = fields
  return (
    <>
      <DialogText fields={fields} name="name" label={t('Name')} required maxLength={190} data-autofocus />
      <Autocomplete
        label={t('Level')}
        data={LEVELS}
        maxLength={40}
        value={values.level}
        error={errors.level}
        onChange={level => change({ level } as Partial<Values>)}
      />
    </>
  )
}

function Particulars({ fields }: { fields: DialogFields<Typed> }) {
  return (
    <Grid>
      {TEXTS.map(([name, label, maxLength, width]) => (
        <Grid.Col key={name} span={{ base: 12, xs: width }}>
          <DialogText fields={fields} name={name} label={label} maxLength={maxLength} />
        </Grid.Col>
      ))}
    </Grid>
  )
}
