/** Where a teacher begins: their classes, each opened by one press. */
import { Stack, Text } from '@mantine/core'
import type { MyClass } from '../../../src/modules/school/class-views.ts'
import { useView } from '../api/use-offers.ts'
import { dayOfWeek } from '../formats/dates.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { OpenClass } from './open-class.tsx'

function MyClassesPage() {
  const found = useView('my_classes', {})
  return (
    <Page title={t('Classes today')}>
      {found.data === undefined &&
        (found.error ? <LoadProblem error={found.error} onRetry={found.refetch} /> : <RowsSkeleton />)}
      {found.data?.length === 0 && (
        <Text c="dimmed">
          {t('There is no class here for you yet. The church office entrusts classes to teachers.')}
        </Text>
      )}
      <Stack>
        {found.data?.map(one => (
          <Section key={one.id} title={one.name}>
            <Stack gap="sm">
              <OpenClass id={one.id} label={labelOf(one)} session={one.session} />
              <TextLink to={`/school_classes/${one.id}`}>{t('The class and its year')}</TextLink>
            </Stack>
          </Section>
        ))}
        <LeftOpen />
      </Stack>
    </Page>
  )
}

/** Classes of earlier days that wait to be closed. */
function LeftOpen() {
  const { data = [] } = useView('sessions_left_open', {})
  if (data.length === 0) return null
  return (
    <Section title={t('Left open')}>
      <Stack gap="sm">
        <Text>{t('Nobody has closed these classes of earlier days. Open each, see who was there, and close it.')}</Text>
        {data.map(({ id, class_name, held_on }) => (
          <TextLink key={id} to={`/class_sessions/${id}`}>
            {t('{name}, {day}', { name: class_name, day: dayOfWeek(held_on) })}
          </TextLink>
        ))}
      </Stack>
    </Section>
  )
}

function labelOf({ name, session }: MyClass): string {
  if (session === null) return t('Open {name}', { name })
  return session.status === 'open' ? t('Go on with {name}', { name }) : t('{name} is closed: look at it', { name })
}

/** What the church's pages show of it. */
export const page = explained(MyClassesPage, {
  says: t('The classes that you teach. Open one and tick the children who are there.'),
  chapter: 'groups-and-classes#sunday-school',
})
