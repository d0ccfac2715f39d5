/** What the demo church sent in its last weeks, the same for the same seed and day. */
import { addDays } from '../../lib/calendar.ts'
import type { Random } from '../../lib/random.ts'
import type { DemoPerson } from '../../resource/demo.ts'

/** A message of the log. */
interface DemoMessage {
  person_id: number
  branch_id: number
  channel: 'sms' | 'email'
  to: string
  subject: string | null
  body: string
  status: string
  units: number
  error: string | null
  source: string
  created_at: string
}

const WEEKS = 8

/** A reminder by SMS each Saturday to some, and a letter by e-mail on the first of the weeks. */
export function demoMessages(
  random: Random,
  people: readonly DemoPerson[],
  church: string,
  today: string,
): DemoMessage[] {
  const messages: DemoMessage[] = []
  const saturday = addDays(today, -1 - new Date(`${today}T00:00:00Z`).getUTCDay())
  for (let week = WEEKS - 1; week >= 0; week -= 1) {
    const day = addDays(saturday, -7 * week)
    for (const one of people) {
      if (one.phone !== null && random.chance(0.06)) messages.push(reminder(random, one, one.phone, day))
      if (one.email !== null && week % 4 === 0 && random.chance(0.15)) {
        messages.push(letter(random, one, one.email, church, day))
      }
    }
  }
  return messages
}

/** Most arrive. */
function fate(random: Random): Pick<DemoMessage, 'status' | 'error'> {
  if (random.chance(0.9)) return { status: 'delivered', error: null }
  return random.chance(0.5)
    ? { status: 'sent', error: null }
    : { status: 'failed', error: 'undelivered: absent subscriber' }
}

function reminder(random: Random, { id, branch_id, first_name }: DemoPerson, to: string, day: string): DemoMessage {
  const body = `Dear ${first_name}, we look forward to seeing you tomorrow at 9.`
  const made = { subject: null, body, units: 1, source: 'followup', created_at: `${day}T16:00:00Z` }
  return { person_id: id, branch_id, channel: 'sms', to, ...made, ...fate(random) }
}

function letter(
  random: Random,
  { id, branch_id, first_name }: DemoPerson,
  to: string,
  church: string,
  day: string,
): DemoMessage {
  const body = `Dear ${first_name},\n\nhere is what happened in our church this month, and what comes next.\n\n${church}`
  const made = { subject: `News from ${church}`, body, units: 0, source: 'campaign', created_at: `${day}T08:00:00Z` }
  const { status, error } = fate(random)
  return {
    person_id: id,
    branch_id,
    channel: 'email',
    to,
    ...made,
    status: status === 'delivered' ? 'sent' : status,
    error,
  }
}
