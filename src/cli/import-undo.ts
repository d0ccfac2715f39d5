/** import list, show and undo: what was imported, and how it is taken back. */
import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { imports } from '../modules/imports/imports.ts'
import { takeBackSome } from '../modules/imports/take-back-step.ts'
import { HINDRANCES, undoImport } from '../modules/imports/undo-import.ts'
import { type Staying, type UndoShown, undoView } from '../modules/imports/undo-view.ts'
import { readingOf } from '../resource/act.ts'
import { labelOf } from '../resource/labels.ts'
import { stepsOn } from '../resource/step.ts'
import { reasonInEnglish } from '../texts/stay-reasons.ts'
import { action, type Call, CommandError, type Open, type Result } from './command.ts'
import { callerIn, commandParts, doAction } from './doing.ts'
import { idOption } from './numbers.ts'
import { resourceCommands } from './resource.ts'

interface Options {
  church: string
  dryRun?: boolean
}

/** Records that stay and are listed at a terminal. */
const MOST_SHOWN = 50

/** Adds them to the group. */
export function addImports(group: Command, call: Call): void {
  resourceCommands(imports, [])(group, call)
  action(
    group
      .command('undo')
      .description('take an import back; what was changed or used since then stays')
      .argument('<id>', 'the import, as list shows it', idOption)
      .requiredOption('--church <slug>', 'the church')
      .option('--dry-run', 'say what would go back and what would stay')
      .addHelpText('after', '\nExample:\n  sexton import undo 12 --church grace --dry-run'),
    call,
    async (open, id: number, { church, dryRun }: Options) =>
      dryRun ? await preview(open, church, id) : await undo(open, church, id),
  )
}

async function preview(open: Open, slug: string, id: number): Promise<Result> {
  const shown = await shownOf(open, slug, id)
  if (shown.hindrance !== null) throw new CommandError(`This import ${HINDRANCES[shown.hindrance]}.`)
  const done = shown.status === 'completed' ? 'would go back' : 'went back'
  return { json: { ...shown }, text: told(shown, done, shown.status === 'completed' ? 'would stay' : 'stayed') }
}

/** Ends when it is undone, or with the process: a server, or the next call, goes on then. */
async function undo(open: Open, slug: string, id: number): Promise<Result> {
  await doAction(open, slug, undoImport, { id })
  const [church, house] = await Promise.all([open.church(slug), open.house()])
  const take = stepsOn(open.database, { now: () => new Date() }, house)
  while (!open.stop.aborted && (await take(takeBackSome, church, { id, house })));
  const shown = await shownOf(open, slug, id)
  return { json: { ...shown }, text: told(shown, 'went back', 'stayed') }
}

/** A record that stays, with why in words. */
type Told = Staying & { reason: string }
type Worded = Omit<UndoShown, 'staying'> & { staying: Told[] }

async function shownOf(open: Open, slug: string, id: number): Promise<Worded> {
  const [church, parts] = await Promise.all([open.church(slug), commandParts(open)])
  const exists = await isThere(open.database.read, church.id, id)
  if (!exists) throw new CommandError(`This church has no import ${id}.`)
  const shown = (await undoView.run(readingOf(parts), await callerIn(open, church), { id })) as UndoShown
  const { resource: named } = await open.house()
  const staying = shown.staying.map(one => {
    const { fields = {} } = named(one.resource) ?? {}
    return { ...one, reason: reasonInEnglish(one.reasons, name => labelOf(name, fields[name]?.spec.label)) }
  })
  return { ...shown, staying }
}

const isThere = async (read: Db, church: number, id: number): Promise<boolean> =>
  (await read.first(sql`select 1 from imports where church_id = ${church} and id = ${id}`)) !== undefined

function told({ reversed, kept, staying }: Worded, back: string, stay: string): string {
  const more =
    kept > MOST_SHOWN ? [`… and ${(kept - MOST_SHOWN).toLocaleString('en')} more; --json lists a thousand.`] : []
  const head = `${records(reversed)} ${back}, ${kept.toLocaleString('en')} ${stay}${kept > 0 ? ':' : '.'}`
  return [head, ...staying.slice(0, MOST_SHOWN).map(line), ...more].join('\n')
}

const records = (n: number): string => (n === 1 ? '1 record' : `${n.toLocaleString('en')} records`)

const line = ({ line, name, reason }: Told): string => `  line ${line}: ${name} ${reason}`
