/** One record of a resource: what it says, and what can be done with it. */
import { Stack } from '@mantine/core'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { type AnyRecord, fieldsNamed, type ShownField, type ShownResource, useDeclaredRecord } from '../house/house.ts'
import { Details } from '../parts/details.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { PrintButton } from '../parts/print-button.tsx'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { isTold } from './columns.tsx'
import { type ExtraParts, useNoMarks } from './extra-parts.ts'
import { type Called, FieldValue, isEmpty, STATUS, titleOf, useCalled } from './field-value.tsx'
import { RecordActions } from './record-actions.tsx'
import { RelatedRecords } from './related-records.tsx'
import { isLong } from './typed.ts'

interface RecordPageProps {
  resource: ShownResource
  extra: ExtraParts
}

export function DeclaredRecordPage({ resource, extra }: RecordPageProps) {
  const { name } = resource
  const phrases = phrasesOf(resource)
  const { church } = useMembership()
  const id = useId()
  const record = useDeclaredRecord(name, id)
  const back = { path: `/${name}`, label: t(phrases.many) }
  const { AboveRecord, BelowRecord } = extra
  return (
    <RecordFrame id={id} record={record} title={t(phrases.one)} back={back}>
      {data => (
        <Page
          key={data.id}
          title={titleOf(resource, data, church)}
          back={back}
          maw={760}
          actions={<Actions resource={resource} extra={extra} record={data} />}
        >
          <Stack>
            {AboveRecord && <AboveRecord record={data} />}
            <Sections resource={resource} record={data} />
            {resource.related.map(list => (
              <RelatedRecords key={`${list.of}.${list.by}`} list={list} id={data.id} />
            ))}
            {BelowRecord && <BelowRecord record={data} />}
          </Stack>
        </Page>
      )}
    </RecordFrame>
  )
}

/** What became of it, and what can be done with it: what cannot be undone comes last. */
function Actions({ resource, extra, record }: RecordPageProps & { record: AnyRecord }) {
  const called = useCalled(resource, [record])
  const { RecordActions: Own, useMarks = useNoMarks } = extra
  const marks = useMarks([record])
  return (
    <>
      {fieldsNamed(resource, [STATUS])
        .filter(field => isTold(resource, field, record))
        .map(field => (
          <FieldValue key={field.name} field={field} record={record} called={called} />
        ))}
      {marks(record)}
      <PrintButton />
      <RecordActions resource={resource} record={record} grave={false} />
      {Own && <Own record={record} />}
      {resource.update && (
        <LinkButton variant="default" to={`/${resource.name}/${record.id}/edit`}>
          {t('Edit')}
        </LinkButton>
      )}
      <RecordActions resource={resource} record={record} grave />
    </>
  )
}

interface PageSection {
  title: string
  fields: readonly ShownField[]
}

/** What stands elsewhere on the page, or is no text. */
const isElsewhere = ({ title }: ShownResource, { name, kind }: ShownField): boolean =>
  name === title || name === STATUS || kind === 'id' || kind === 'json'

/** Whether a record says something in a section: what is empty is not shown. */
const saysIn = (record: AnyRecord, { fields }: PageSection): boolean =>
  fields.some(({ name }) => !isEmpty(record[name]))

/** The sections that are declared; unless they are, one for each long text and one for all else. */
function sectionsOf(resource: ShownResource, record: AnyRecord): PageSection[] {
  if (resource.page !== null) {
    return resource.page.map(({ title, fields }) => ({ title, fields: fieldsNamed(resource, fields) }))
  }
  const shown = resource.fields.filter(field => !isElsewhere(resource, field) && !isEmpty(record[field.name]))
  return [
    ...shown.filter(isLong).map(field => ({ title: field.label, fields: [field] })),
    { title: t('Details'), fields: shown.filter(field => !isLong(field)) },
  ]
}

function Sections({ resource, record }: { resource: ShownResource; record: AnyRecord }) {
  const called = useCalled(resource, [record])
  const { currency } = useMembership().church
  const all = sectionsOf(resource, record).map(({ title, fields }) => ({
    title,
    fields: fields.filter(({ ifForeign }) => !ifForeign || record.currency !== currency),
  }))
  const said = all.filter(section => saysIn(record, section))
  return (said.length > 0 ? said : all.slice(0, 1)).map(({ title, fields }) => (
    <Section key={title} title={title}>
      <SectionFields title={title} fields={fields} record={record} called={called} />
    </Section>
  ))
}

/** Values by name, long texts below the others; a text that is all its section says needs no name. */
function SectionFields({ title, fields, record, called }: PageSection & { record: AnyRecord; called: Called }) {
  const value = (field: ShownField) => <FieldValue field={field} record={record} called={called} />
  const details = (some: readonly ShownField[]) => some.map(field => ({ label: field.label, value: value(field) }))
  const said = fields.filter(({ name }) => !isEmpty(record[name]))
  const [only] = said
  if (said.length === 1 && only?.label === title) return value(only)
  const long = said.filter(isLong)
  const short = said.filter(field => !isLong(field))
  return (
    <Stack gap="sm">
      {(short.length > 0 || long.length === 0) && <Details details={details(short)} />}
      {long.length > 0 && <Details details={details(long)} cols={1} />}
    </Stack>
  )
}
