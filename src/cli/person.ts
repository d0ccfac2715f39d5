/** person merge, tag, export, forget: what takes two records, words beside the id, makes files, or shows before what it will do. The rest is derived. */
import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { ApiError } from '../errors.ts'
import { exportPerson } from '../modules/people/export-record.ts'
import { type Forgetting, forgetPerson, forgettingView } from '../modules/people/forget.ts'
import { mergePeople } from '../modules/people/merge.ts'
import { addTag, removeTag } from '../modules/people/tags.ts'
import { readingOf } from '../resource/act.ts'
import { forgetHindranceWords } from '../texts/forget-hindrances.ts'
import { ENGLISH } from '../texts/language.ts'
import type { ByHand } from './by-hand.ts'
import { action, type Call, CommandError, type Open } from './command.ts'
import { callerIn, commandParts, doAction } from './doing.ts'
import { idOption } from './numbers.ts'
import { CHURCH } from './resource-change.ts'

interface MergeOptions {
  church: string
  keep: number
  remove: number
}

export const byHand: ByHand = {
  instead: [addTag, removeTag, exportPerson, forgetPerson],
  add(person, call) {
    addTagCommands(person, call)
    addMerge(person, call)
    addExport(person, call)
    addForget(person, call)
  },
}

function addMerge(person: Command, call: Call): void {
  action(
    person
      .command('merge')
      .description('merge two records of one person: what belongs to it follows, empty fields are filled')
      .requiredOption('--keep <id>', 'the record that stays', idOption)
      .requiredOption('--remove <id>', 'the record that goes', idOption)
      .requiredOption(...CHURCH)
      .addHelpText('after', '\nExample:\n  sexton person merge --keep 12 --remove 57 --church grace'),
    call,
    async (open, { church, keep, remove }: MergeOptions) => {
      const kept = await doAction(open, church, mergePeople, { keep, remove })
      return { json: kept, text: `Person ${remove} is merged into ${kept.full_name} (${keep}).` }
    },
  )
}

function addExport(person: Command, call: Call): void {
  action(
    person
      .command('export')
      .description('write everything on record about a person, for whoever asks: a page to read, and JSON')
      .argument('<id>', 'the person', idOption)
      .requiredOption('--out <file>', 'where to write: <file>.html and <file>.json; nothing is overwritten')
      .requiredOption(...CHURCH)
      .addHelpText('after', '\nExample:\n  sexton person export 12 --church grace --out ada'),
    call,
    async (open, id: number, { church, out }: { church: string; out: string }) => {
      const { page, record } = await doAction(open, church, exportPerson, { id })
      const [html, json] = [`${out}.html`, `${out}.json`]
      for (const [file, text] of [
        [html, page],
        [json, `${JSON.stringify(record, null, 2)}\n`],
      ] as const) {
        await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
          throw new CommandError(`${file} was not written: ${error.message}`)
        })
      }
      return { json: { html, json }, text: `Written: ${html} to read, ${json} for other programs.` }
    },
  )
}

function addForget(person: Command, call: Call): void {
  action(
    person
      .command('forget')
      .description('delete what is on record about a person, for good, but for what the law makes a church keep')
      .argument('<id>', 'the person', idOption)
      .requiredOption(...CHURCH)
      .option('--dry-run', 'say what would be deleted, what would stay without a name, and what is kept')
      .addHelpText('after', '\nExample:\n  sexton person forget 12 --church grace --dry-run\n\nThis cannot be undone.'),
    call,
    async (open, id: number, { church, dryRun }: { church: string; dryRun?: boolean }) => {
      const found = await forgettingOf(open, church, id)
      if (dryRun)
        return { json: { ...found }, text: toldOf(found, `${found.name} (${id}) would be forgotten, for good:`) }
      await doAction(open, church, forgetPerson, { id })
      return { json: { id, places: found.places }, text: toldOf(found, `Person ${id} is forgotten:`) }
    },
  )
}

async function forgettingOf(open: Open, slug: string, id: number): Promise<Forgetting> {
  const [church, parts] = await Promise.all([open.church(slug), commandParts(open)])
  const found = await forgettingView.run(readingOf(parts), await callerIn(open, church), { id }).catch(error => {
    if (error instanceof ApiError && error.code === 'not_found') {
      throw new CommandError(`This church has no person ${id}.`)
    }
    throw error
  })
  return found as Forgetting
}

const BECOMES = { deleted: 'deleted', nameless: 'without a name', kept: 'kept' } as const

/** A line for each place, and what stands in the way. */
function toldOf({ places, hindrance }: Forgetting, head: string): string {
  const lines = places.map(({ count, one, many, fate, because }) => {
    return `  ${count.toLocaleString('en')} ${count === 1 ? one : many}: ${BECOMES[fate]}. ${because}`
  })
  return [
    head,
    ...lines,
    ...(hindrance === null ? [] : [`Not now: this person ${forgetHindranceWords(hindrance, ENGLISH.say)}.`]),
  ].join('\n')
}

function addTagCommands(person: Command, call: Call): void {
  const tag = person.command('tag').description('tags of a person, for the console and for other systems')
  for (const [name, change] of [
    ['add', addTag],
    ['remove', removeTag],
  ] as const) {
    action(
      tag
        .command(name)
        .description(name === 'add' ? 'add a tag to a person' : 'take a tag off a person')
        .argument('<id>', 'the person', idOption)
        .argument('<tag>', 'such as "Choir"')
        .requiredOption(...CHURCH)
        .addHelpText('after', `\nExample:\n  sexton person tag ${name} 12 Choir --church grace`),
      call,
      async (open, id: number, text: string, { church }: { church: string }) => {
        const tagged = await doAction(open, church, change, { id, tag: text })
        return { json: tagged, text: `Tags of person ${id}: ${tagged.tags.join(', ') || 'none'}.` }
      },
    )
  }
}
