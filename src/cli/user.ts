/** user invite, user password-link, user list. */
import { type Command, Option } from 'commander'
import { inviteByHand } from '../console/invitations.ts'
import { NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ROLES, type Role } from '../resource/roles.ts'
import { passwordLink } from '../sign-in/password-link.ts'
import { type AddCommand, action, type Call, table } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'

interface InviteOptions {
  church: string
  role: Role
  email?: string
  branch?: number
}

/** Adds the commands for the people of a church's console. */
export const addUser: AddCommand = (user, call) => {
  addInvite(user, call)
  addPasswordLink(user, call)
  addList(user, call)
}

function addInvite(user: Command, call: Call): void {
  action(
    user
      .command('invite')
      .description('make a link, good once and for seven days, by which somebody joins')
      .requiredOption('--church <slug>', 'the church')
      .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
      .option('--email <address>', 'whose link it is; without it, whoever uses it says their own')
      .option('--branch <id>', 'limits them to this branch and those below it', idOption)
      .addHelpText('after', '\nExample:\n  sexton user invite --church grace --role finance --email ada@example.org'),
    call,
    async (open, { church: slug, role, email, branch: branch_id }: InviteOptions) => {
      const made = await doAction(open, slug, inviteByHand, { role, email, branch_id })
      return { json: made, text: `Good once, until ${made.expires_at}:\n\n  ${made.link}` }
    },
  )
}

function addPasswordLink(user: Command, call: Call): void {
  action(
    user
      .command('password-link')
      .description('make a link, good for an hour, by which somebody sets a new password')
      .argument('<email>', 'the address that they sign in with')
      .option('--drop-second-factor', 'using it drops their app, passkeys and recovery codes, too')
      .addHelpText('after', '\nHand it to nobody else: who uses it is taken for the owner of the address.'),
    call,
    async ({ database, address }, email: string, { dropSecondFactor = false }: { dropSecondFactor?: boolean }) => {
      const token = await database.write(NO_CHURCH, tx => passwordLink(tx, email, dropSecondFactor))
      const link = `${await address()}/reset?token=${token}`
      return { json: { email, link }, text: `Good once, for an hour:\n\n  ${link}` }
    },
  )
}

function addList(user: Command, call: Call): void {
  action(
    user.command('list').description('list who may sign in').requiredOption('--church <slug>', 'the church'),
    call,
    async ({ database, church }, { church: slug }: { church: string }) => {
      const { id } = await church(slug)
      const users = await database.read.all<
        Record<string, unknown>
      >(sql`select m.id, u.name, u.email, m.role, m.branch_id,
        u.two_factor_enabled from memberships m join users u on u.id = m.user_id where m.church_id = ${id} order by m.id`)
      const rows = users.map(one => [
        one.id,
        one.name,
        one.email,
        one.role,
        one.branch_id,
        one.two_factor_enabled ? 'yes' : 'no',
      ])
      return { json: { users }, text: table(['id', 'name', 'email', 'role', 'branch', 'second factor'], rows) }
    },
  )
}
