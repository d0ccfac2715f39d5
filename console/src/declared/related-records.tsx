/** Records of another resource that refer to the one that is shown: the first of them, and the way to all. */
import { Group, Text } from '@mantine/core'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { parametersOf } from '../api/addresses.ts'
import { type ShownResource, useDeclaredList, useHouse } from '../house/house.ts'
import { RecordList } from '../lists/record-list.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { columnsOf, namesShown } from './columns.tsx'
import { useNoMarks } from './extra-parts.ts'
import { useCalled } from './field-value.tsx'

/** As many as a page shows below its record. */
const SHOWN = 10

interface RelatedRecordsProps {
  list: ShownResource['related'][number]
  /** Of the record that is shown. */
  id: number
}

/** Nothing for whoever may not read them, or whose church has not the module. */
export function RelatedRecords({ list, id }: RelatedRecordsProps) {
  const resource = useHouse()?.find(({ name }) => name === list.of)
  return resource === undefined ? null : <Related resource={resource} list={list} id={id} />
}

function Related({ resource, list, id }: RelatedRecordsProps & { resource: ShownResource }) {
  const { name, create, shownBy } = resource
  const phrases = phrasesOf(resource)
  const { path } = useMembership()
  const wanted = { [list.by]: String(id), ...list.where }
  const found = useDeclaredList(name, {
    ...wanted,
    ...(shownBy !== null && { sort: shownBy }),
    per_page: String(SHOWN),
  })
  const called = useCalled(resource, found.data?.data ?? [], namesShown(resource, list.columns))
  const columns = columnsOf({ resource, called, marks: useNoMarks() }, list.columns).map(
    ({ sort: _, ...column }) => column,
  )
  const total = found.data?.meta.total ?? 0
  if (list.title !== undefined && total === 0) return null
  const heading = t(list.title ?? phrases.many)
  return (
    <Section title={heading}>
      <RecordList
        label={heading}
        list={found}
        paged={false}
        columns={columns}
        href={record => path(`/${name}/${record.id}`)}
        empty={<Text c="dimmed">{t(phrases.noneYet)}</Text>}
      />
      <Group mt="sm">
        {create && !list.closed && (
          <LinkButton size="xs" variant="default" to={`/${name}/new?${list.by}=${id}`}>
            {t(phrases.add)}
          </LinkButton>
        )}
        {total > SHOWN && (
          <TextLink to={`/${name}?${parametersOf(wanted)}`}>{t('All {number}', { number: String(total) })}</TextLink>
        )}
      </Group>
    </Section>
  )
}
