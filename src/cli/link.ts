/** link make, link list, link revoke: the links by which leaders see their group without an account. */
import type { Command } from 'commander'
import { sql } from '../db/sql.ts'
import { type GroupLink, linksOf, makeLink, revokeLink } from '../modules/leader-pages/group-links.ts'
import { type AddCommand, action, type Call, table } from './command.ts'
import { callerIn, doAction } from './doing.ts'
import { idOption } from './numbers.ts'

interface MakeOptions {
  church: string
  group: number
  member: number
}

export const addLink: AddCommand = (link, call) => {
  addMake(link, call)
  addList(link, call)
  addRevoke(link, call)
}

function addMake(link: Command, call: Call): void {
  action(
    link
      .command('make')
      .description(
        'make a link by which a member of a group sees it and takes its roll; it is shown once and never again',
      )
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--group <id>', 'the group', idOption)
      .requiredOption('--member <id>', 'who it is for: their membership, as group-member list shows it', idOption)
      .addHelpText('after', '\nExample:\n  sexton link make --church grace --group 5 --member 31'),
    call,
    async (open, { church, group: group_id, member: member_id }: MakeOptions) => {
      const made = await doAction(open, church, makeLink, { group_id, member_id })
      const text = `${made.url}\n\nLink ${made.id} for ${made.full_name}. Hand it over now: it cannot be shown again.`
      return { json: made, text }
    },
  )
}

function addList(link: Command, call: Call): void {
  action(
    link
      .command('list')
      .description('list the links, by how their secrets begin, with their last use')
      .requiredOption('--church <slug>', 'the church')
      .option('--group <id>', 'of this group', idOption),
    call,
    async (open, { church: slug, group }: { church: string; group?: number }) => {
      const caller = await callerIn(open, await open.church(slug))
      const which = group === undefined ? sql`true` : sql`k.subject_id = ${group}`
      const links = await linksOf(open.database.read, caller, which)
      const rows = links.map(one => [
        one.id,
        one.prefix,
        one.group_id,
        one.full_name,
        one.made_by,
        one.last_used_at ?? 'never',
        stateOf(one),
      ])
      const titles = ['id', 'begins', 'group', 'for', 'made by', 'last used', 'state']
      return { json: { links }, text: table(titles, rows) }
    },
  )
}

const stateOf = ({ works, revoked_at }: GroupLink): string => (works ? 'works' : (revoked_at ?? 'no longer a member'))

function addRevoke(link: Command, call: Call): void {
  action(
    link
      .command('revoke')
      .description('revoke a link: every server refuses it from the moment this returns')
      .argument('<id>', 'the link', idOption)
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton link revoke 7 --church grace'),
    call,
    async (open, id: number, { church: slug }: { church: string }) => {
      await doAction(open, slug, revokeLink, { id })
      return { json: { id, revoked: true }, text: `Link ${id} is revoked.` }
    },
  )
}
