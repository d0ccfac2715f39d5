/** prayer list, show, pray, answer, close. */
import type { Command } from 'commander'
import { STATUSES } from '../modules/care/fields.ts'
import { answerPrayer, closePrayer, prayFor } from '../modules/care/follow-up.ts'
import { findPrayer, listPrayers, type PrayerWish } from '../modules/care/look-up.ts'
import { type AddCommand, action, table } from './command.ts'
import { idOption } from './numbers.ts'

interface Prayer {
  id: number
  person_id: number | null
  name: string | null
  email: string | null
  phone: string | null
  body: string
  is_urgent: boolean
  is_anonymous: boolean
  status: string
  answer: string | null
  prayed_count: number
  created_at: string
}

interface OfChurch {
  church: string
}

export const addPrayer: AddCommand = (prayer, end) => {
  addReading(prayer, end)
  addFollowUp(prayer, end)
}

const addReading: AddCommand = (prayer, end) => {
  action(
    prayer
      .command('list')
      .description('list the prayer requests, newest first, 200 at most')
      .requiredOption('--church <slug>', 'the church')
      .option('--status <status>', `one of ${STATUSES.join(', ')}`)
      .option('--urgent', 'only those that are urgent')
      .addHelpText('after', '\nExample:\n  sexton prayer list --church grace --status open --urgent'),
    end,
    async ({ database, church }, { church: slug, ...wish }: OfChurch & PrayerWish) => {
      const found = await listPrayers(database, await church(slug), wish)
      const prayers = found.map(text => JSON.parse(text) as Prayer)
      return { json: { prayer_requests: prayers }, text: overview(prayers) }
    },
  )

  action(
    one(prayer, 'show', 'show a prayer request and who asked'),
    end,
    async ({ database, church }, id: number, { church: slug }: OfChurch) =>
      shown(await findPrayer(database, await church(slug), id), describe),
  )
}

const addFollowUp: AddCommand = (prayer, end) => {
  action(
    one(prayer, 'pray', 'count one prayer'),
    end,
    async ({ database, church }, id: number, { church: slug }: OfChurch) =>
      shown(
        await prayFor(database, await church(slug), id),
        made => `Prayers counted for request ${id}: ${made.prayed_count}.`,
      ),
  )

  action(
    one(prayer, 'answer', 'tell how a prayer was answered', ' --answer "She is well again"').requiredOption(
      '--answer <text>',
      'how',
    ),
    end,
    async ({ database, church }, id: number, { church: slug, answer }: OfChurch & { answer: string }) =>
      shown(await answerPrayer(database, await church(slug), id, answer), () => `Prayer request ${id} is answered.`),
  )

  action(
    one(prayer, 'close', 'close a prayer request: nobody prays for it any more'),
    end,
    async ({ database, church }, id: number, { church: slug }: OfChurch) =>
      shown(await closePrayer(database, await church(slug), id), () => `Prayer request ${id} is closed.`),
  )
}

/** A command on one prayer request. */
const one = (prayer: Command, name: string, description: string, more = ''): Command =>
  prayer
    .command(name)
    .description(description)
    .argument('<id>', 'the prayer request', idOption)
    .requiredOption('--church <slug>', 'the church')
    .addHelpText('after', `\nExample:\n  sexton prayer ${name} 12 --church grace${more}`)

function shown(text: string, say: (prayer: Prayer) => string): { json: Prayer; text: string } {
  const json = JSON.parse(text) as Prayer
  return { json, text: say(json) }
}

/** Who asked, for those who may know. */
function asking({ name, person_id, is_anonymous }: Prayer): string {
  const who = name ?? (person_id === null ? 'not told' : `person ${person_id}`)
  return is_anonymous ? `${who} (anonymous)` : who
}

const WIDTH = 60

function overview(prayers: readonly Prayer[]): string {
  if (prayers.length === 0) return 'There are none.'
  return table(
    ['id', 'asked', 'status', 'urgent', 'prayed', 'who', 'for'],
    prayers.map(prayer => {
      const { id, created_at, status, is_urgent, prayed_count, body } = prayer
      const words = body.replace(/\s+/g, ' ').slice(0, WIDTH)
      return [id, created_at, status, is_urgent ? 'yes' : null, prayed_count, asking(prayer), words]
    }),
  )
}

function describe(prayer: Prayer): string {
  const { id, created_at, status, is_urgent, prayed_count, email, phone, body, answer } = prayer
  const reach = [email, phone].filter(one => one !== null).join(', ')
  return [
    `${id}  ${created_at}  ${status}${is_urgent ? ', urgent' : ''}, prayers: ${prayed_count}`,
    `${asking(prayer)}${reach && `: ${reach}`}`,
    body,
    ...(answer === null ? [] : [`Answer: ${answer}`]),
  ].join('\n')
}
