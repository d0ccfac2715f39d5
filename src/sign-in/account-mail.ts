/** Mails somebody what changed in how they sign in, so that they notice where it was not they. */
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Background } from '../lib/background.ts'
import { Mailer } from '../notices/mailer.ts'

/** Tells the user of an id of a change; returns before the mail is sent, and whatever becomes of it. */
export type TellAccount = (user: string, what: string) => Promise<void>

const SENTENCES: Partial<Record<string, string>> = {
  'password.changed': 'the password of your account was changed',
  'password.reset': 'the password of your account was set anew by a link that was mailed to you',
  'second_factor.on': 'a second factor was set up for your account',
  'second_factor.off': 'the second factor of your account was switched off',
  'second_factor.new_codes': 'new recovery codes were made for your account; the former ones no longer work',
  'second_factor.dropped':
    'the second factor of your account was taken off, because your address had not been confirmed when it was set up; you can set one up again',
  'passkeys.add': 'a passkey was added to your account',
  'passkeys.remove': 'a passkey of your account was removed',
}

/** Without mail settings nobody is told. */
export function accountMail({ smtpUrl, mailFrom }: Config, database: Database, background: Background): TellAccount {
  if (smtpUrl === '') return () => Promise.resolve()
  const mailer = new Mailer({ url: smtpUrl, from: mailFrom })
  return async (user, what) => {
    const found = await database.read.first<{ email: string }>(sql`select email from users where id = ${user}`)
    const sentence = SENTENCES[what]
    if (found === undefined || sentence === undefined) return
    // Without their name, which somebody else may have chosen: a mail of ours begins with words of ours.
    const text = `Hello,\n\n${sentence}.\n\nIf it was not you, ask for a new password on the sign-in page at once, and tell an owner of your church.\n`
    const mail = { to: [found.email], subject: 'Your account at Sexton changed', text, name: `account-${Date.now()}` }
    background.begin('A mail about a changed account could not be sent', stop => mailer.send(mail, stop))
  }
}
