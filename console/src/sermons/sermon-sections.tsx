/** What goes with a sermon: its studio, for those who write it, and its published sections. */
import { Text } from '@mantine/core'
import type { Sermon } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import type { AnyRecord } from '../house/house.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { StudioSections } from './studio.tsx'

/** @param record a sermon */
export function SermonSections({ record }: { record: AnyRecord }) {
  const { church, may } = useMembership()
  const { id, sections } = record as AnyRecord & Pick<Sermon, 'sections'>
  return (
    <>
      {may('studio') && <StudioSections id={id} />}
      {sections.map(({ kind, title, body, published_at }) => (
        <Section key={kind} title={title ?? wordOf(kind)}>
          <Text size="sm" c="dimmed" mb="xs">
            {t('{section}, published {moment}', {
              section: wordOf(kind),
              moment: moment(published_at, church.timezone),
            })}
          </Text>
          <Text className="pre-line">{body}</Text>
        </Section>
      ))}
    </>
  )
}
