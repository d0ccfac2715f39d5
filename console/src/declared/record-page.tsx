/** One record of a resource: what it says, and what can be done with it. */
import { Stack } from '@mantine/core'
import { type AnyRecord, type ShownField, type ShownResource, titleOf, useDeclaredRecord } from '../house/house.ts'
import { Details } from '../parts/details.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { Section } from '../parts/section.tsx'
import { useId } from '../parts/use-id.ts'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { FieldValue, useCalled } from './field-value.tsx'
import { RecordActions } from './record-actions.tsx'

/** From so many characters on, a text has a section of its own. */
const LONG = 300

const isLong = ({ kind, longest }: ShownField): boolean => kind === 'text' && (longest ?? 0) > LONG

export function DeclaredRecordPage({ resource }: { resource: ShownResource }) {
  const { name, one, many } = resource
  const id = useId()
  const record = useDeclaredRecord(name, id)
  const back = { path: `/${name}`, label: titleOf(many) }
  return (
    <RecordFrame id={id} record={record} title={titleOf(one)} back={back}>
      {data => (
        <Page title={titleOf(one)} back={back} maw={760} actions={<Actions resource={resource} record={data} />}>
          <Sections resource={resource} record={data} />
        </Page>
      )}
    </RecordFrame>
  )
}

function Actions({ resource, record }: { resource: ShownResource; record: AnyRecord }) {
  return (
    <>
      <RecordActions actions={resource.actions} record={record} />
      {resource.update && (
        <LinkButton variant="default" to={`/${resource.name}/${record.id}/edit`}>
          {t('Edit')}
        </LinkButton>
      )}
    </>
  )
}

function Sections({ resource, record }: { resource: ShownResource; record: AnyRecord }) {
  const called = useCalled(resource, [record])
  const shown = resource.fields.filter(
    ({ name, kind }) => kind !== 'id' && record[name] !== null && record[name] !== '',
  )
  return (
    <Stack>
      {shown.filter(isLong).map(field => (
        <Section key={field.name} title={field.label}>
          <FieldValue field={field} record={record} called={called} />
        </Section>
      ))}
      <Section title={t('Details')}>
        <Details
          details={shown
            .filter(field => !isLong(field))
            .map(field => ({
              label: field.label,
              value: <FieldValue field={field} record={record} called={called} />,
            }))}
        />
      </Section>
    </Stack>
  )
}
