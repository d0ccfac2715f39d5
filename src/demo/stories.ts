/** What people of the demo church pray for, and what is preached there. */

/** A prayer request; `person` is its place among those who ask, null for a guest. */
export interface DemoPrayer {
  name: string | null
  category: string
  body: string
  is_urgent: boolean
  is_public: boolean
  status: 'open' | 'praying' | 'answered'
  prayed_count: number
  answer: string | null
}

export const PRAYERS: readonly DemoPrayer[] = [
  {
    name: null,
    category: 'health',
    body: 'For my mother, who has an operation on Thursday.',
    is_urgent: true,
    is_public: false,
    status: 'praying',
    prayed_count: 7,
    answer: null,
  },
  {
    name: null,
    category: 'work',
    body: 'For a new job; my contract ends this month.',
    is_urgent: false,
    is_public: true,
    status: 'open',
    prayed_count: 0,
    answer: null,
  },
  {
    name: 'A visitor',
    category: 'family',
    body: 'That my brother and I speak with each other again.',
    is_urgent: false,
    is_public: true,
    status: 'praying',
    prayed_count: 3,
    answer: null,
  },
  {
    name: null,
    category: 'thanks',
    body: 'For a safe birth.',
    is_urgent: false,
    is_public: true,
    status: 'answered',
    prayed_count: 21,
    answer: 'A girl; both are well.',
  },
]

/** A sermon; `weeks` ago, and whether it is published. */
export interface DemoSermon {
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

export const SERMONS: readonly DemoSermon[] = [
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
