/** Finds the people of pasted names, email addresses, phone or member numbers. */
import { Group, List, Progress, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { reasonOf } from '../api/refusal.ts'
import { list } from '../api/resources.ts'
import type { Person } from '../api-types.ts'
import { type Found, foundIn } from '../forms/found.ts'
import { useShownResource } from '../forms/found-records.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import type { Channel } from './channels.ts'
import { kindOf, pastedLines, type Recipient } from './recipients.ts'

interface PasteDialogProps {
  opened: boolean
  channel: Channel
  onClose(): void
  onFound(found: Recipient[]): void
}

/** A line nobody was found for, or more than one. */
interface Unclear {
  line: string
  why: string
}

async function lookUp(
  slug: string,
  channel: Channel,
  line: string,
  found: (person: Person) => Found,
): Promise<Recipient | Unclear> {
  const kind = kindOf(line)
  const { data, meta } = await list(slug, 'people', { [kind]: line, per_page: 2 })
  const [person] = data
  if (person && meta.total === 1) {
    const { title, detail } = found(person)
    return { person_id: person.id, title, detail }
  }
  if (meta.total > 1) return { line, why: t('matches {total} people; search for the right one', { total: meta.total }) }
  const fits = kind === (channel === 'email' ? 'email' : 'phone') && channel !== 'push'
  return fits ? { to: line, title: line, detail: t('Not on record') } : { line, why: t('matches nobody on record') }
}

export function PasteDialog({ opened, channel, onClose, onFound }: PasteDialogProps) {
  const { church } = useMembership()
  const people = useShownResource('people')
  const [text, setText] = useState('')
  const [unclear, setUnclear] = useState<Unclear[]>([])
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()

  /** What could not be found stays in the field. */
  async function search(event: FormEvent): Promise<void> {
    event.preventDefault()
    // The dialog stands within the form of the message, which must not be sent by this.
    event.stopPropagation()
    if (people === undefined) return
    const lines = pastedLines(text)
    const found: Recipient[] = []
    const left: Unclear[] = []
    let done = 0
    setProblem(undefined)
    try {
      for (const line of lines) {
        setProgress((done / lines.length) * 100)
        const one = await lookUp(church.slug, channel, line, person => foundIn(people)({ ...person }))
        if ('why' in one) left.push(one)
        else found.push(one)
        done += 1
      }
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setProgress(undefined)
    setUnclear(left)
    setText([...left.map(({ line }) => line), ...lines.slice(done)].join('\n'))
    onFound(found)
    if (done === lines.length && left.length === 0) onClose()
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={t('Paste recipients')}>
      <form onSubmit={search}>
        <Stack>
          <Textarea
            label={t('One per line')}
            description={t('Email addresses, phone numbers, member numbers or names')}
            autosize
            minRows={6}
            maxRows={14}
            required
            data-autofocus
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          {progress !== undefined && <Progress value={progress} aria-label={t('Searching')} />}
          <Problem>{problem}</Problem>
          {unclear.length > 0 && (
            <Problem title={t('Some were not found. The others were added.')}>
              <List size="sm">
                {unclear.map(({ line, why }) => (
                  <List.Item key={line}>
                    {line}: {why}
                  </List.Item>
                ))}
              </List>
            </Problem>
          )}
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              {t('Addresses that belong to nobody on record are used as they are.')}
            </Text>
            <BusyButton type="submit" busy={progress !== undefined}>
              {t('Find and add')}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
