/** key create, key list, key revoke. */
import type { Command } from 'commander'
import { createKey, listKeys, revokeKey } from '../modules/church/api-keys.ts'
import { type AddCommand, action, type Call, table } from './command.ts'
import { doAction } from './doing.ts'
import { idOption, listOption } from './numbers.ts'

interface CreateOptions {
  church: string
  name: string
  scopes: string[]
  branch?: number
  origins?: string[]
}

export const addKey: AddCommand = (key, call) => {
  addCreate(key, call)
  addList(key, call)
  addRevoke(key, call)
}

function addCreate(key: Command, call: Call): void {
  action(
    key
      .command('create')
      .description('make a key; it is shown once and never again')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--name <name>', 'what it is for')
      .requiredOption('--scopes <scopes>', 'such as people:read,people:write, or all', listOption)
      .option('--branch <id>', 'limits it to this branch and those below', idOption)
      .option('--origins <origins>', 'websites that may use it from a browser: https://www.example.org,…', listOption)
      .addHelpText(
        'after',
        '\nExample:\n  sexton key create --church grace --name "Website" --scopes people:read,people:write',
      ),
    call,
    async (open, { church: slug, name, scopes, branch: branch_id, origins }: CreateOptions) => {
      const made = await doAction(open, slug, createKey, { name, scopes, branch_id, origins })
      const pages =
        made.origins.length === 0
          ? ''
          : `\nPages of ${made.origins.join(', ')} may use it from a browser, where everybody can read it.`
      const text = `${made.key}\n\nKey "${made.name}" (id ${made.id}). Keep it now: it cannot be shown again.${pages}`
      return { json: made, text }
    },
  )
}

function addList(key: Command, call: Call): void {
  action(
    key
      .command('list')
      .description('list the keys, by their first characters')
      .requiredOption('--church <slug>', 'the church'),
    call,
    async ({ database, church }, { church: slug }: { church: string }) => {
      const keys = await listKeys(database.read, (await church(slug)).id)
      const rows = keys.map(one => [
        one.id,
        one.prefix,
        one.name,
        one.branch_id,
        one.last_used_at ?? 'never',
        one.revoked_at ?? 'active',
        one.scopes.join(','),
        one.origins.join(','),
      ])
      const titles = ['id', 'prefix', 'name', 'branch', 'last used', 'revoked', 'scopes', 'origins']
      return { json: { keys }, text: table(titles, rows) }
    },
  )
}

function addRevoke(key: Command, call: Call): void {
  action(
    key
      .command('revoke')
      .description('revoke a key: every server refuses it from the moment this returns')
      .argument('<id>', 'the key', idOption)
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton key revoke 7 --church grace'),
    call,
    async (open, id: number, { church: slug }: { church: string }) => {
      await doAction(open, slug, revokeKey, { id })
      return { json: { id, revoked: true }, text: `Key ${id} is revoked.` }
    },
  )
}
