/** sermon section set, publish, unpublish: words may come from a file. The rest of the group is derived. */
import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { SECTION_KINDS } from '../modules/media/fields.ts'
import { publishSection, type ShownSection, setSection, unpublishSection } from '../modules/media/sections.ts'
import type { ByHand } from './by-hand.ts'
import { action, type Call, CommandError } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'

interface SetOptions {
  church: string
  title?: string
  body?: string
  file?: string
}

const KINDS = SECTION_KINDS.join(', ')

export const byHand: ByHand = {
  instead: [setSection, publishSection, unpublishSection],
  add(sermon, call) {
    const section = sermon.command('section').description(`the studio sections of a sermon: ${KINDS}`)
    addSet(section, call)
    for (const state of STATES) addState(section, state, call)
  },
}

function addSet(section: Command, call: Call): void {
  action(
    placed(section, 'set', 'write a section; if it is published, the new words are seen at once')
      .option('--title <title>', 'its title; "" takes it away')
      .option('--body <text>', 'its words')
      .addOption(new Option('--file <path>', 'a UTF-8 text file with its words').conflicts('body'))
      .addHelpText('after', '\nExample:\n  sexton sermon section set 7 notes --church grace --file notes.md'),
    call,
    async (open, id: number, kind: string, { church, title, body, file }: SetOptions) => {
      const words = file === undefined ? body : await readText(file)
      const made = await doAction(open, church, setSection, { id, kind, title, body: words })
      return said(made, ({ section: { published_at } }) => (published_at === null ? 'is set' : 'is set and published'))
    },
  )
}

function addState(section: Command, [name, description, change, done]: (typeof STATES)[number], call: Call): void {
  action(
    placed(section, name, description).addHelpText(
      'after',
      `\nExample:\n  sexton sermon section ${name} 7 questions --church grace`,
    ),
    call,
    async (open, id: number, kind: string, { church }: { church: string }) =>
      said(await doAction(open, church, change, { id, kind }), () => done),
  )
}

const STATES = [
  ['publish', 'publish a section to the sermon page', publishSection, 'is published'],
  ['unpublish', 'take a section off the sermon page; its words stay', unpublishSection, 'is not published'],
] as const

const placed = (section: Command, name: string, description: string): Command =>
  section
    .command(name)
    .description(description)
    .argument('<id>', 'the sermon', idOption)
    .argument('<kind>', KINDS)
    .requiredOption('--church <slug>', 'the church')

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    throw new CommandError(`${file} cannot be read as UTF-8 text: ${(error as Error).message}`)
  }
}

function said(json: ShownSection, done: (made: ShownSection) => string): { json: ShownSection; text: string } {
  return { json, text: `The ${json.section.kind} of "${json.sermon.title}" ${done(json)}.` }
}
