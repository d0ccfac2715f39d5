/** sermon create, update, publish, unpublish, delete, list, show; the sections are in `sermon-section.ts`. */
import type { Command } from 'commander'
import { createSermon, updateSermon } from '../modules/media/edit-sermon.ts'
import { deleteSermon, publishSermon, unpublishSermon } from '../modules/media/publish-sermon.ts'
import { findSermon, listSermons } from '../modules/media/sermons.ts'
import { type AddCommand, action, table } from './command.ts'
import { callerIn, doAction } from './doing.ts'
import { idOption } from './numbers.ts'
import { addSermonSection } from './sermon-section.ts'

interface Sermon {
  id: number
  title: string
  slug: string
  series: string | null
  speaker: string | null
  preached_on: string | null
  scripture: string | null
  description: string | null
  audio_url: string | null
  video_url: string | null
  status: string
  sections: { kind: string; title: string | null; body: string }[]
}

/** What can be set of a sermon, as commander names the options. */
interface Details {
  church: string
  title?: string
  series?: string
  speaker?: string
  preachedOn?: string
  scripture?: string
  description?: string
  audioUrl?: string
  videoUrl?: string
}

export const addSermon: AddCommand = (sermon, end) => {
  addWriting(sermon, end)
  addStates(sermon, end)
  addReading(sermon, end)
  addSermonSection(sermon, end)
}

const addWriting: AddCommand = (sermon, end) => {
  action(
    withDetails(sermon.command('create').description('add a sermon, as a draft')).addHelpText(
      'after',
      '\nExample:\n  sexton sermon create --church grace --title "The lost son" --speaker "Pastor Ada" --preached-on 2026-03-01',
    ),
    end,
    async (open, { church, ...details }: Details) => {
      // Missing is wrong as an empty title is: both are named with all else that is wrong.
      const made = await doAction(open, church, createSermon, valuesOf(details))
      return { json: made, text: `Sermon "${made.title}" made (id ${made.id}, slug ${made.slug}), as a draft.` }
    },
  )

  action(
    withDetails(named(sermon, 'update', 'change a sermon; "" takes a value away, the slug stays')).addHelpText(
      'after',
      '\nExample:\n  sexton sermon update 7 --church grace --series "Parables" --audio-url https://example.org/7.mp3',
    ),
    end,
    async (open, id: number, { church, ...details }: Details) => {
      const made = await doAction(open, church, updateSermon, { id, ...valuesOf(details) })
      return { json: made, text: `Sermon "${made.title}" (${id}) is as you wish.` }
    },
  )
}

const withDetails = (command: Command): Command =>
  command
    .requiredOption('--church <slug>', 'the church')
    .option('--title <title>', 'its title')
    .option('--series <name>', 'the series it belongs to')
    .option('--speaker <name>', 'who preached')
    .option('--preached-on <date>', 'when, as YYYY-MM-DD')
    .option('--scripture <passage>', 'such as "John 3:16-21"')
    .option('--description <text>', 'what it is about')
    .option('--audio-url <url>', 'where it can be heard')
    .option('--video-url <url>', 'where it can be watched')

function valuesOf({ preachedOn, audioUrl, videoUrl, ...same }: Omit<Details, 'church'>) {
  return { ...same, preached_on: preachedOn, audio_url: audioUrl, video_url: videoUrl }
}

const STATES = [
  ['publish', 'publish a sermon', publishSermon, 'is published'],
  ['unpublish', 'make a sermon a draft again', unpublishSermon, 'is a draft'],
  ['delete', 'delete a sermon: it is shown no more', deleteSermon, 'is deleted'],
] as const

const addStates: AddCommand = (sermon, end) => {
  for (const [name, description, change, done] of STATES) {
    action(
      named(sermon, name, description)
        .requiredOption('--church <slug>', 'the church')
        .addHelpText('after', `\nExample:\n  sexton sermon ${name} 7 --church grace`),
      end,
      async (open, id: number, { church }: { church: string }) => {
        const changed = await doAction(open, church, change, { id })
        return { json: changed, text: `Sermon "${changed.title}" (${id}) ${done}.` }
      },
    )
  }
}

const named = (sermon: Command, name: string, description: string): Command =>
  sermon.command(name).description(description).argument('<id>', 'the sermon', idOption)

const addReading: AddCommand = (sermon, end) => {
  action(
    sermon
      .command('list')
      .description('list the sermons, newest first, 200 at most')
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton sermon list --church grace'),
    end,
    async ({ database, church }, { church: slug }: { church: string }) => {
      const found = await listSermons(database.read, await church(slug))
      const sermons = found.map(text => JSON.parse(text) as Sermon)
      const rows = sermons.map(one => [one.id, one.status, one.preached_on, one.speaker, one.series, one.title])
      const head = ['id', 'status', 'preached', 'speaker', 'series', 'title']
      return { json: { sermons }, text: rows.length === 0 ? 'There are none.' : table(head, rows) }
    },
  )

  action(
    named(sermon, 'show', 'show a sermon and its published sections')
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton sermon show 7 --church grace'),
    end,
    async (open, id: number, { church }: { church: string }) => {
      const caller = await callerIn(open, await open.church(church))
      const found = JSON.parse(await findSermon(open.database.read, caller, id)) as Sermon
      return { json: found, text: describe(found) }
    },
  )
}

function describe(sermon: Sermon): string {
  const { id, title, slug, status, series, speaker, preached_on, scripture } = sermon
  const facts = [preached_on, speaker, series, scripture].filter(fact => fact !== null)
  const further = [sermon.description, sermon.audio_url, sermon.video_url].filter(line => line !== null)
  const sections = sermon.sections.map(one => `\n${one.kind}${one.title === null ? '' : `: ${one.title}`}\n${one.body}`)
  return [
    `${id}  ${status}  ${slug}`,
    title,
    ...(facts.length > 0 ? [facts.join(', ')] : []),
    ...further,
    ...sections,
  ].join('\n')
}
