/** The tags of a person: shown, added with suggestions, taken off. */
import { Autocomplete, Group, Pill, Skeleton, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Refusal, reasonOf } from '../api/refusal.ts'
import { useAction, useView } from '../api/use-offers.ts'
import type { Person } from '../api-types.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { inWords, t } from '../texts/t.ts'

const LONGEST = 60

function PersonTags({ person }: { person: Person }) {
  const { may } = useMembership()
  const more = useView('person_more', { id: person.id })
  const remove = useAction('people.remove_tag')
  const field = useRef<HTMLInputElement>(null)
  const mayChange = may('people.add_tag') && person.deleted_at === null
  const tags = more.data?.tags ?? []
  const takeOff = (tag: string): void => {
    field.current?.focus()
    remove.mutate({ id: person.id, tag })
  }
  return (
    <Section title={t('Tags')}>
      {more.isLoading && <Skeleton height={40} />}
      {more.error && <LoadProblem error={more.error} onRetry={() => more.refetch()} />}
      {more.data && (
        <Stack gap="sm">
          {tags.length === 0 && <Text c="dimmed">{t('No tags yet.')}</Text>}
          {tags.length > 0 && (
            <Group gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Tags')}>
              {tags.map(tag => (
                <li key={tag}>
                  <Pill
                    size="md"
                    withRemoveButton={mayChange}
                    removeButtonProps={{ 'aria-label': t('Remove {tag}', { tag }), tabIndex: 0, 'aria-hidden': false }}
                    onRemove={() => takeOff(tag)}
                  >
                    {tag}
                  </Pill>
                </li>
              ))}
            </Group>
          )}
          {remove.error && (
            <Text size="sm" c="red" role="alert">
              {reasonOf(remove.error)}
            </Text>
          )}
          {mayChange && <AddTag person={person.id} has={tags} field={field} />}
        </Stack>
      )}
    </Section>
  )
}

interface AddTagProps {
  person: number
  has: readonly string[]
  field: React.RefObject<HTMLInputElement | null>
}

function AddTag({ person, has, field }: AddTagProps) {
  const [text, setText] = useState('')
  const known = useView('tags').data ?? []
  const add = useAction('people.add_tag')
  const tag = text.trim()
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (tag === '' || add.isPending) return
    const done = await add.mutateAsync({ id: person, tag }).catch(() => undefined)
    if (done !== undefined) setText('')
    field.current?.focus()
  }
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <Group align="end" gap="xs" wrap="nowrap">
        <Autocomplete
          ref={field}
          flex={1}
          label={t('Add a tag')}
          placeholder={t('Choir, Usher, …')}
          maxLength={LONGEST}
          limit={8}
          data={known.map(one => one.tag).filter(one => !has.includes(one))}
          value={text}
          onChange={setText}
          error={add.error && problemOf(add.error)}
        />
        <BusyButton type="submit" variant="default" busy={add.isPending} disabled={tag === ''}>
          {t('Add')}
        </BusyButton>
      </Group>
    </form>
  )
}

const problemOf = (error: Error): string =>
  error instanceof Refusal && error.errors.tag
    ? t('The tag {tag}.', { tag: inWords(error.errors.tag) })
    : reasonOf(error)

/** On the page of a person. */
export const personTags: PagePart<{ person: Person }> = { needs: 'person_more', Part: PersonTags }
