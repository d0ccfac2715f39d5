/** notice list, notice read. */
import { listNotices, readNotices } from '../notices/notice.ts'
import { type AddCommand, action, table } from './command.ts'
import { idOption } from './numbers.ts'

export const addNotice: AddCommand = (program, end) => {
  const notice = program.command('notice').description("what a church's administrators have to know")

  action(
    notice
      .command('list')
      .description('list the notices of a church, newest first')
      .requiredOption('--church <slug>', 'the church')
      .option('--unread', 'only those that nobody has marked as read'),
    end,
    async ({ database, church }, { church: slug, unread }: { church: string; unread?: boolean }) => {
      const notices = await listNotices(database, (await church(slug)).id, { unread: unread ?? false })
      const rows = notices.map(one => [
        one.id,
        one.created_at,
        one.read_at === null ? 'unread' : 'read',
        one.title,
        one.body,
      ])
      return { json: { notices }, text: table(['id', 'time', '', 'title', 'what'], rows) }
    },
  )

  action(
    notice
      .command('read')
      .description('mark notices as read: those named, or all')
      .argument('[ids...]', 'the notices')
      .requiredOption('--church <slug>', 'the church'),
    end,
    async ({ database, church }, ids: string[], { church: slug }: { church: string }) => {
      const named = ids.map(idOption)
      const read = await readNotices(database, (await church(slug)).id, named.length > 0 ? named : undefined)
      return { json: { read }, text: `${read} marked as read.` }
    },
  )
}
