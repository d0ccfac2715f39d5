/** The last columns of a list whose records have no pages: ways to what refers to a record, and a menu of what can be done with it. */
import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { parametersOf } from '../api/addresses.ts'
import { type AnyRecord, type ShownAction, type ShownResource, useHouse } from '../house/house.ts'
import type { Column } from '../lists/columns.ts'
import { Icon } from '../parts/icon.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { titleOf } from './field-value.tsx'
import { RecordFormDialog } from './form-dialog.tsx'
import { actionsOn, isAtOnce, RecordActionDialog, useAtOnce } from './record-actions.tsx'

/** None where each record has its page. */
export function useRowColumns(resource: ShownResource): Column<AnyRecord>[] {
  const { hasPages, related, update, actions } = resource
  const house = useHouse() ?? []
  const { church } = useMembership()
  if (hasPages) return []
  const ways = related.flatMap(({ of, by, where }): Column<AnyRecord>[] => {
    const other = house.find(({ name }) => name === of)
    if (other === undefined) return []
    const many = t(phrasesOf(other).many)
    const cell = (record: AnyRecord) => (
      <TextLink
        to={`/${of}?${parametersOf({ [by]: record.id, ...where })}`}
        size="sm"
        aria-label={t('{records}: {name}', { records: many, name: titleOf(resource, record, church) })}
      >
        {many}
      </TextLink>
    )
    return [{ header: many, cell, phone: 'aside', onScreen: true }]
  })
  if (update === null && actions.length === 0) return ways
  const menu: Column<AnyRecord> = {
    header: t('Edit'),
    cell: record => <RowMenu resource={resource} record={record} />,
    align: 'end',
    phone: 'aside',
    onScreen: true,
  }
  return [...ways, menu]
}

interface RowProps {
  resource: ShownResource
  record: AnyRecord
}

function RowMenu({ resource, record }: RowProps) {
  const { church } = useMembership()
  const [asking, setAsking] = useState<ShownAction | 'edit'>()
  const close = (): void => setAsking(undefined)
  const { update } = resource
  const actions = actionsOn(resource, record)
  if (update === null && actions.length === 0) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('Edit {name}', { name: titleOf(resource, record, church) })}>
            <Icon name="edit" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {update && <Menu.Item onClick={() => setAsking('edit')}>{t('Edit…')}</Menu.Item>}
          {actions.map(action =>
            isAtOnce(action) ? (
              <AtOnceItem key={action.name} resource={resource} record={record} action={action} />
            ) : (
              <Menu.Item key={action.name} onClick={() => setAsking(action)}>
                {t('{action}…', { action: action.label })}
              </Menu.Item>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' && update && (
        <RecordFormDialog resource={resource} form={update} record={record} onClose={close} />
      )}
      {asking !== undefined && asking !== 'edit' && (
        <RecordActionDialog resource={resource} action={asking} record={record} onClose={close} />
      )}
    </>
  )
}

function AtOnceItem({ resource, record, action }: RowProps & { action: ShownAction }) {
  const { press } = useAtOnce(resource, action, record)
  return <Menu.Item onClick={() => void press()}>{action.label}</Menu.Item>
}
