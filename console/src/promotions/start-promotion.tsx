/** Above the list of promotions: a draft from one school year to the next. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { type AnyRecord, useDeclaredList } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

type Year = AnyRecord & { name: string; starts_on: string; status: string }

export function StartPromotion() {
  const { may } = useMembership()
  return may('promotions.draft') ? <Start /> : null
}

function Start() {
  const found = useDeclaredList('school_years', { sort: 'starts_on', per_page: '100' }).data
  const [opened, dialog] = useDisclosure(false)
  const years = (found?.data ?? []) as Year[]
  if (found === undefined) return null
  return (
    <Stack gap="xs" align="flex-start" mb="md">
      {years.length < 2 ? (
        <Text c="dimmed">{t('Add the school year that comes next; then its promotion can be drafted.')}</Text>
      ) : (
        <Button onClick={dialog.open}>{t('Draft a promotion')}</Button>
      )}
      {opened && <StartDialog years={years} onClose={dialog.close} />}
    </Stack>
  )
}

function StartDialog({ years, onClose }: { years: readonly Year[]; onClose(): void }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const now = years.findIndex(({ status }) => status === 'current')
  const from = Math.min(Math.max(now, 0), years.length - 2)
  const data = years.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <ActionDialog
      action="promotions.draft"
      title={t('Draft a promotion')}
      submit={t('do|Draft')}
      initial={{ from_year_id: years[from]?.id ?? 0, to_year_id: years[from + 1]?.id ?? 0 }}
      input={values => values}
      done={() => t('The draft is up to date. Nothing has changed yet.')}
      onDone={({ id }) => navigate(path(`/promotions/${id}`))}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">{t('You see class by class who goes where before anything changes.')}</Text>
          <Group grow align="flex-start">
            <NativeSelect
              label={t('a school year|From')}
              data={data}
              value={String(values.from_year_id)}
              error={errors.from_year_id}
              onChange={event => change({ from_year_id: Number(event.currentTarget.value) })}
              data-autofocus
            />
            <NativeSelect
              label={t('a school year|To')}
              data={data}
              value={String(values.to_year_id)}
              error={errors.to_year_id}
              onChange={event => change({ to_year_id: Number(event.currentTarget.value) })}
            />
          </Group>
        </>
      )}
    </ActionDialog>
  )
}
