/** Writes a post: what it says, for whom, by which channels; who gets it is shown before it is posted. */
import { Button, Checkbox, Group, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FormEvent } from 'react'
import type { Actions } from '../api/offers.ts'
import { createRecord } from '../api/resources.ts'
import { useAction, useSending } from '../api/use-offers.ts'
import { wordOf } from '../formats/words.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { CHANNELS, type Channel, reasonText } from '../messages/channels.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { t } from '../texts/t.ts'

type Reach = Actions['group_posts.preview']['output']

interface PostValues {
  body: string
  audience: 'members' | 'leaders'
  channels: Channel[]
}

const EMPTY: PostValues = { body: '', audience: 'members', channels: [] }
const FIELDS = ['body', 'audience', 'channels']
const MOST_POSTED = 5_000

/** What is sent: without channels it is shown alone. */
const sent = ({ body, audience, channels }: PostValues) => ({
  body,
  audience,
  ...(channels.length > 0 && { channels }),
})

export function WritePost({ group, onClose }: { group: number; onClose(): void }) {
  const draft = useDraftForm(`group_posts/${group}`, EMPTY)
  const preview = useAction('group_posts.preview')
  const save = useSending((slug, post: ReturnType<typeof sent> & { group_id: number }) =>
    createRecord(slug, 'group_posts', post, draft.idempotencyKey),
  )
  const { values } = draft.form
  const reach = preview.data
  const error = save.error ?? preview.error
  const beside = sortErrors(error, FIELDS).beside

  function change(changed: Partial<PostValues>): void {
    // What was looked at was another post.
    preview.reset()
    save.reset()
    draft.form.setValues({ ...values, ...changed })
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (reach === undefined) {
      preview.mutate({ group_id: group, ...sent(values) })
      return
    }
    try {
      await save.mutateAsync({ group_id: group, ...sent(values) })
      draft.drop()
      notifications.show({ message: t('Posted.') })
      onClose()
    } catch {
      // The form shows it, and stays.
    }
  }

  return (
    <form onSubmit={event => void send(event)} noValidate>
      <Stack gap="sm">
        <SaveProblem error={error} fields={FIELDS} />
        <PostFields values={values} errors={beside} change={change} />
        {reach && <Reached reach={reach} />}
        <Group>
          <BusyButton type="submit" busy={preview.isPending || save.isPending} disabled={values.body.trim() === ''}>
            {reach === undefined ? t('See who gets it') : t('do|Post')}
          </BusyButton>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PostFieldsProps {
  values: PostValues
  errors: Record<string, string>
  change(changed: Partial<PostValues>): void
}

function PostFields({ values, errors, change }: PostFieldsProps) {
  return (
    <>
      <Textarea
        label={t('Message')}
        required
        autosize
        minRows={4}
        maxLength={MOST_POSTED}
        value={values.body}
        error={errors.body}
        onChange={event => change({ body: event.currentTarget.value })}
        data-autofocus
      />
      <NativeSelect
        label={t('For')}
        data={[
          { value: 'members', label: t('All members') },
          { value: 'leaders', label: t('Leaders and assistants') },
        ]}
        value={values.audience}
        error={errors.audience}
        onChange={event => change({ audience: event.currentTarget.value === 'leaders' ? 'leaders' : 'members' })}
      />
      <Checkbox.Group
        label={t('Also send it by')}
        description={t(
          'Without any of these it is only shown here. For children it goes to the adults of their family.',
        )}
        value={values.channels}
        error={errors.channels}
        onChange={chosen => change({ channels: CHANNELS.filter(channel => chosen.includes(channel)) })}
      >
        <Group mt="xs" gap="md">
          {CHANNELS.map(channel => (
            <Checkbox key={channel} value={channel} label={wordOf(channel)} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  )
}

/** Who gets it, and who does not. */
function Reached({ reach }: { reach: Reach }) {
  const { channels, left_out, more_left_out } = reach
  const out = left_out.length + more_left_out
  return (
    <Stack gap="xs" role="status">
      {channels.length === 0 && <Text>{t('It is shown to whoever sees this group, and sent to nobody.')}</Text>}
      {channels.map(one => (
        <ChannelLine key={one.channel} {...one} />
      ))}
      {out > 0 && (
        <>
          <Text fw={500}>
            {t('{count, plural, one {# member gets nothing} other {# members get nothing}}:', { count: out })}
          </Text>
          <List size="sm">
            {left_out.map(({ name, why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of one name are two
              <List.Item key={at}>{t('{name}: {why}', { name, why: whyText(why) })}</List.Item>
            ))}
            {more_left_out > 0 && (
              <List.Item>{t('{count, plural, one {# more} other {# more}}', { count: more_left_out })}</List.Item>
            )}
          </List>
        </>
      )}
    </Stack>
  )
}

const whyText = (why: string): string =>
  why === 'no_adult' ? t('A child, and no adult of the family is on record.') : reasonText(why)

function ChannelLine({ channel, reached, units, provider, affordable }: Reach['channels'][number]) {
  const name = wordOf(channel)
  const people = t('{count, plural, one {# person gets} other {# people get}} it by {name}.', { count: reached, name })
  return (
    <>
      <Text>
        {people} {units !== null && t('It takes {units, plural, one {# SMS unit} other {# SMS units}}.', { units })}
      </Text>
      {!provider && (
        <Problem title={t('Your church has no provider for {name}.', { name })}>
          <Text size="sm">{t('An administrator has to set one up first.')}</Text>
        </Problem>
      )}
      {!affordable && (
        <Problem title={t('There are not enough SMS units.')}>
          <Text size="sm">{t('Leave SMS out, or ask an administrator to add some.')}</Text>
        </Problem>
      )}
    </>
  )
}
