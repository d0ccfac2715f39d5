/** church remove, church keep: a church is closed, waits, and is gone; until then it can be taken back. church remove-demo. */
import type { Command } from 'commander'
import { type CountedRecords, type DemoShown, demoView, removeDemo } from '../console/setup/remove-demo.ts'
import { closeByHand, keepChurch, WAITING_DAYS } from '../modules/church/closing.ts'
import { readingOf } from '../resource/act.ts'
import { type AddCommand, action, type Call, CommandError, type Open } from './command.ts'
import { callerIn, commandParts, doAction } from './doing.ts'
import { countOption } from './numbers.ts'

/** Adds the commands to the group. */
export const addEnd: AddCommand = (church, call) => {
  action(
    church
      .command('remove')
      .description('close a church at once, and delete everything of it when its waiting time is over')
      .argument('<slug>', 'the church')
      .option('--days <number>', `days that it waits: 0 to 365; ${WAITING_DAYS}, unless said`, countOption)
      .addHelpText('after', '\n"sexton church export" keeps it; "sexton church keep" opens it again while it waits.'),
    call,
    async (open, slug: string, { days }: { days?: number }) => {
      const closed = await doAction(open, slug, closeByHand, { days })
      return {
        json: closed,
        text: `Church "${slug}" is closed. It will be deleted for good after ${closed.remove_at}; "sexton church keep ${slug}" opens it again until then.`,
      }
    },
  )
  action(
    church.command('keep').description('open a church again that waits to be removed').argument('<slug>', 'the church'),
    call,
    async (open, slug: string) => {
      const kept = await doAction(open, slug, keepChurch, {})
      return { json: kept, text: `Church "${slug}" is open again, as it was before.` }
    },
  )
  addRemoveDemo(church, call)
}

function addRemoveDemo(church: Command, call: Call): void {
  action(
    church
      .command('remove-demo')
      .description('remove what the demo made; what people added stays')
      .argument('<slug>', 'the church')
      .option('--dry-run', 'say what would go and what would stay')
      .addHelpText('after', '\nExample:\n  sexton church remove-demo demo --dry-run'),
    call,
    async (open, slug: string, { dryRun = false }: { dryRun?: boolean }) => {
      const told = dryRun ? await demoOf(open, slug) : await doAction(open, slug, removeDemo, {})
      return { json: { ...told, removed: !dryRun }, text: demoText(told, dryRun) }
    },
  )
}

/** @throws CommandError where there is none */
async function demoOf(open: Open, slug: string): Promise<DemoShown> {
  const caller = await callerIn(open, await open.church(slug))
  const told = await demoView.run(readingOf(await commandParts(open)), caller, {})
  if (told === null) throw new CommandError('This church has no demo records.')
  return told as DemoShown
}

function demoText({ goes, stays, added }: DemoShown, dryRun: boolean): string {
  const counted = ({ count, one, many }: CountedRecords): string => `${count} ${count === 1 ? one : many}`
  const named = (records: CountedRecords): string =>
    records.names.length === 0 ? counted(records) : `${counted(records)} (${records.names.join(', ')})`
  const gone = goes.map(counted).join(', ') || 'nothing'
  return [
    `${dryRun ? 'Would be removed' : 'Removed'}: ${gone}.`,
    ...(added.length > 0 ? [`What was added stays: ${added.map(named).join(', ')}.`] : []),
    ...(stays.length > 0 ? [`Of the demo stays what your church still needs: ${stays.map(named).join(', ')}.`] : []),
  ].join('\n')
}
