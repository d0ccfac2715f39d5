/** What is preached in the demo church. */
import type { Tx } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'

/** A sermon; `weeks` ago, and whether it is published. */
interface DemoSermon {
  title: string
  slug: string
  series: string | null
  speaker: string
  scripture: string
  description: string
  weeks: number
  status: 'draft' | 'published'
  questions: string | null
}

const SERMONS: readonly DemoSermon[] = [
  {
    title: 'The lost son',
    slug: 'the-lost-son',
    series: 'Parables',
    speaker: 'Pastor Emeka Okafor',
    scripture: 'Luke 15:11-32',
    description: 'A father who runs.',
    weeks: 3,
    status: 'published',
    questions: 'Which of the two sons are you today?\nWhat would it take to come in to the feast?',
  },
  {
    title: 'The good neighbour',
    slug: 'the-good-neighbour',
    series: 'Parables',
    speaker: 'Pastor Emeka Okafor',
    scripture: 'Luke 10:25-37',
    description: 'Who is my neighbour?',
    weeks: 2,
    status: 'published',
    questions: null,
  },
  {
    title: 'Seed and soil',
    slug: 'seed-and-soil',
    series: 'Parables',
    speaker: 'Funmi Adeyemi',
    scripture: 'Mark 4:1-20',
    description: 'Four ways to hear.',
    weeks: 1,
    status: 'published',
    questions: 'What grows in thin soil?',
  },
  {
    title: 'A lamp on its stand',
    slug: 'a-lamp-on-its-stand',
    series: 'Parables',
    speaker: 'Pastor Emeka Okafor',
    scripture: 'Matthew 5:14-16',
    description: 'For next Sunday.',
    weeks: 0,
    status: 'draft',
    questions: null,
  },
]

/** Adds the sermons of the last Sundays and a draft for the next. */
export async function preachInDemo(tx: Tx, { id: church, day }: DemoChurch): Promise<void> {
  const sunday = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
  const list = SERMONS.map(({ weeks, ...sermon }) => ({ ...sermon, preached_on: addDays(sunday, 7 - 7 * weeks) }))
  const words = 'title, slug, series, speaker, scripture, description, status'
  const types = `${words.replaceAll(',', ' text,')} text, preached_on date, questions text`
  await tx.run(sql`insert into sermons (church_id, ${raw(words)}, preached_on, published_at)
    select ${church}, ${raw(words)}, preached_on, case when status = 'published' then preached_on + interval '15 hours' end
    from ${listed(list, types)} order by ordinality`)
  await tx.run(sql`insert into sermon_sections (church_id, sermon_id, kind, title, body, published_at)
    select ${church}, s.id, 'questions', 'For home groups', one.questions, s.published_at
    from ${listed(list, types)} as one join sermons s on s.church_id = ${church} and s.slug = one.slug
    where one.questions is not null order by s.id`)
}
