/** On the page of a group: the latest posts, and writing one, as leaders do it on a phone. */
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { moment } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { wordOf } from '../formats/words.ts'
import { type AnyRecord, useDeclaredList, useHouse } from '../house/house.ts'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { WritePost } from './write-post.tsx'

/** As many as a page shows below its group. */
const SHOWN = 5

/** Nothing for whoever may not read posts. @param record a group */
export function GroupPosts({ record }: { record: AnyRecord }) {
  const isOffered = useHouse()?.some(({ name }) => name === 'group_posts') === true
  return isOffered ? <Posts group={record} /> : null
}

function Posts({ group }: { group: AnyRecord }) {
  const { may } = useMembership()
  const [writing, setWriting] = useState(false)
  const found = useDeclaredList('group_posts', { group_id: String(group.id), sort: '-id', per_page: String(SHOWN) })
  const posts = found.data?.data ?? []
  const total = found.data?.meta.total ?? 0
  const mayWrite = may('group_posts.preview') && group.status !== 'closed'
  return (
    <Section title={t('Posts')}>
      <Stack gap="sm" align="stretch">
        {mayWrite && !writing && (
          <Button style={{ alignSelf: 'flex-start' }} onClick={() => setWriting(true)}>
            {t('Write to the group')}
          </Button>
        )}
        {writing && <WritePost group={group.id} onClose={() => setWriting(false)} />}
        {found.data !== undefined && posts.length === 0 && <Text c="dimmed">{t('Nothing was posted yet.')}</Text>}
        {posts.map(post => (
          <Post key={post.id} post={post} />
        ))}
        {total > SHOWN && (
          <TextLink to={`/group_posts?group_id=${group.id}&sort=-id`}>
            {t('All {number}', { number: String(total) })}
          </TextLink>
        )}
      </Stack>
    </Section>
  )
}

function Post({ post }: { post: AnyRecord }) {
  const { church } = useMembership()
  const name = typeof post.author_name === 'string' ? post.author_name : wordOf(String(post.author_kind))
  const when = moment(String(post.created_at), church.timezone)
  const isDown = post.status === 'taken_down'
  return (
    <Paper withBorder p="sm">
      <Group gap="xs">
        <TextLink to={`/group_posts/${post.id}`}>{t('{name}, {when}', { name, when })}</TextLink>
        {isDown && <Badge color="gray.7">{t('Taken down')}</Badge>}
        {post.audience === 'leaders' && <Badge color="gray.7">{t('For leaders')}</Badge>}
      </Group>
      <Text
        className="pre-line"
        mt={4}
        style={{ overflowWrap: 'anywhere' }}
        {...(isDown && { c: 'dimmed', td: 'line-through' })}
      >
        {String(post.body)}
      </Text>
      <Text size="sm" c="dimmed" mt={4}>
        {howItWent(post)}
      </Text>
    </Paper>
  )
}

function howItWent({ channels, recipients }: AnyRecord): string {
  const sent = Array.isArray(channels) ? channels.map(one => wordOf(String(one))) : []
  if (sent.length === 0) return t('Shown here, sent to nobody')
  return t('To {count, plural, one {# person} other {# people}} by {channels}', {
    count: Number(recipients),
    channels: listed(sent),
  })
}
