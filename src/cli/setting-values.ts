/** Settings of a provider on the command line: `name=value`, `name=@file` and `name=-` for standard input. */
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { CommandError } from './command.ts'

/**
 * Reads settings. A file or standard input keeps a secret out of the shell's history and of the list of processes.
 * @throws CommandError for one that is no setting, and for a file that cannot be read
 */
export async function settingValues(given: readonly string[]): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const one of given) {
    const [, name, value = ''] = /^([a-z][a-z0-9_]*)=([\s\S]*)$/.exec(one) ?? []
    if (name === undefined) throw new CommandError(`"${one}" is no setting. Write name=value, name=@file or name=-.`)
    values[name] = await contentOf(value)
  }
  return values
}

async function contentOf(value: string): Promise<string> {
  if (value === '-') return (await text(process.stdin)).trim()
  if (!value.startsWith('@')) return value
  const file = value.slice(1)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new CommandError(`The file ${file} cannot be read.`)
  }
}
