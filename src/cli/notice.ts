/** notice list, notice read. */
import { listNotices, type Notice, readNotices } from '../notices/notice.ts'
import { type AddCommand, action } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'

const idsArgument = (text: string, before: number[] = []): number[] => [...before, idOption(text)]

export const addNotice: AddCommand = (notice, call) => {
  action(
    notice
      .command('list')
      .description('list the notices of a church, newest first, 200 at most')
      .requiredOption('--church <slug>', 'the church')
      .option('--unread', 'only those that nobody has marked as read')
      .addHelpText('after', '\nExample:\n  sexton notice list --church grace --unread'),
    call,
    async ({ database, church }, { church: slug, unread }: { church: string; unread?: boolean }) => {
      const notices = await listNotices(database, (await church(slug)).id, { unread: unread ?? false })
      return { json: { notices }, text: notices.map(describe).join('\n\n') || 'There are none.' }
    },
  )

  action(
    notice
      .command('read')
      .description('mark notices as read: those named, or all')
      .argument('[ids...]', 'the notices', idsArgument)
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton notice read 7 8 --church grace'),
    call,
    async (open, ids: number[], { church: slug }: { church: string }) => {
      const { read } = await doAction(open, slug, readNotices, { ids: ids.length > 0 ? ids : undefined })
      return { json: { read }, text: `${read} marked as read.` }
    },
  )
}

function describe({ id, created_at, read_at, title, body, mailed_at, mail_error }: Notice): string {
  const state = read_at === null ? 'unread' : 'read'
  const mail = mailed_at === null ? 'not mailed' : `mailed ${mailed_at}`
  const trouble = mail_error === null ? '' : ` (${mail_error})`
  return `${id}  ${created_at}  ${state}, ${mail}${trouble}\n${title}\n${body}`
}
