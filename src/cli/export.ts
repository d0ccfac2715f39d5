/** The commands that export: one for each resource, the list as CSV under its filters. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportList } from '../resource/export.ts'
import type { House } from '../resource/house.ts'
import type { Resource } from '../resource/resource.ts'
import { type AddCommand, action, type Call, CommandError, type Result } from './command.ts'
import { callerIn } from './doing.ts'
import { addFilters, queryOf } from './list-options.ts'
import { writeFile } from './written-file.ts'

type Options = Record<string, string | true | undefined> & { church: string; out?: string; json?: true }

/** Fills the group of commands with one for each resource of the house. */
export const exportCommands =
  (house: House): AddCommand =>
  (group, call) => {
    for (const resource of house.modules.flatMap(({ resources }) => resources)) addExport(group, call, house, resource)
  }

function addExport(group: Command, call: Call, house: House, resource: Resource): void {
  const { name, words, list, command: short } = resource
  const command = group
    .command(name)
    .description(`export ${words.many} as CSV`)
    .requiredOption('--church <slug>', 'the church')
    .option('--out <file>', 'the file to write; standard output without it')
  if (short !== undefined) command.alias(short)
  if (list.sorts.length > 0) command.option('--sort <order>', `one of ${list.sorts.join(', ')}`)
  addFilters(command, resource)
  command.addHelpText('after', `\nExample:\n  sexton export ${name} --church grace --out ${name}.csv`)
  action(command, call, async (open, options: Options) => {
    if (options.json && options.out === undefined) {
      throw new CommandError('With --json the file is named by --out: standard output takes the one JSON object.')
    }
    const caller = await callerIn(open, await open.church(options.church))
    const parts = { ...open, clock: { now: () => new Date() }, house }
    const { text, written } = await exportList(parts, resource, queryOf(resource, options, ['sort']), caller)
    await (options.out === undefined ? print(Readable.from(text), open.stop) : writeFile(text, options.out, open.stop))
    return told(resource, written(), options.out)
  })
}

const told = ({ words }: Resource, count: number, out: string | undefined): Result => ({
  json: { exported: count, file: out ?? null },
  text: out === undefined ? '' : `${count.toLocaleString('en')} ${count === 1 ? words.one : words.many} in ${out}.`,
})

async function print(pieces: Readable, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(pieces, process.stdout, { signal, end: false })
  } catch (error) {
    signal.throwIfAborted()
    // Whoever reads, such as `head`, has enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
