/** Forgets a person for good, behind a dialog that says what goes, what loses its name and what is kept, and why. */
import { Button, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Forgetting } from '../../../src/modules/people/forget.ts'
import { forgetHindranceWords } from '../../../src/texts/forget-hindrances.ts'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { reasonOf } from '../api/refusal.ts'
import { useView } from '../api/use-offers.ts'
import type { Person } from '../api-types.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** The button, for whoever may and until it is done. */
export function ForgetPerson({ person }: { person: Person }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  const more = useView('person_more', { id: person.id }).data
  if (!may('people.forget') || more === undefined || more.forgotten || more.merged_into !== null) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('Forget')}
      </Button>
      {opened && <ForgetDialog person={person} onClose={dialog.close} />}
    </>
  )
}

/** Nothing can be confirmed before it is known what will happen. */
function ForgetDialog({ person: { id, full_name }, onClose }: { person: Person; onClose(): void }) {
  const { data, error } = useView('person_forgetting', { id })
  const title = t('Forget {full_name}?', { full_name })
  if (data === undefined || data.hindrance !== null) {
    return (
      <Dialog opened onClose={onClose} title={title} size="lg">
        <Stack>
          <Problem>{error && reasonOf(error)}</Problem>
          {data === undefined && error === null && <Skeleton height={120} />}
          {data?.hindrance && (
            <Text role="status">{t('This person {reason}.', { reason: forgetHindranceWords(data.hindrance, t) })}</Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('a dialog|Close')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      action="people.forget"
      input={{ id }}
      title={title}
      size="lg"
      submit={t('Forget for good')}
      done={t('The person was forgotten.')}
      onClose={onClose}
    >
      <Told {...data} />
    </ConfirmDialog>
  )
}

function Told({ places }: Forgetting) {
  const of = (fate: string) => places.filter(place => place.fate === fate)
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {t('This cannot be undone. If they should only leave the lists, remove them instead.')}
      </Text>
      <Text size="sm">
        {t(
          'Name, contact details and everything else on the record go; an empty record stays, so that other programs learn of it.',
        )}
      </Text>
      <Places title={t('Will be deleted')} places={of('deleted')} />
      <Places title={t('Stays without their name')} places={of('nameless')} />
      <Places title={t('Is kept')} places={of('kept')} />
      <Text size="sm">
        {t(
          'Not searched: texts about others that mention them, your own files, and backups. A file in which they still stand brings them back as somebody new.',
        )}
      </Text>
    </Stack>
  )
}

function Places({ title, places }: { title: string; places: Forgetting['places'] }) {
  if (places.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      <List size="sm">
        {places.map(({ table, because, count, ...words }) => (
          <List.Item key={table}>
            {t(phrasesOf(words).counted, { count })}
            <Text size="xs" c="dimmed">
              {t(because)}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  )
}
