/** Mails somebody what changed in how they sign in, so that they notice where it was not they. */
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Background } from '../lib/background.ts'
import { Mailer, paragraphs } from '../notices/mailer.ts'
import { msg } from '../texts/language.ts'
import { languageFor } from '../texts/spoken.ts'

/** Tells the user of an id of a change; returns before the mail is sent, and whatever becomes of it. */
export type TellAccount = (user: string, what: string) => Promise<void>

/** Whom a mail about an account goes to. */
export interface MailedUser {
  email: string
  /** What they chose (BCP 47); null for that of the installation, or of the church. */
  language: string | null
}

const SENTENCES: Partial<Record<string, string>> = {
  'password.changed': msg('The password of your account was changed.'),
  'password.reset': msg('The password of your account was reset with a link that was emailed to you.'),
  'second_factor.on': msg('Two-step sign-in was set up for your account.'),
  'second_factor.off': msg('Two-step sign-in was switched off for your account.'),
  'second_factor.new_codes': msg('New recovery codes were created for your account; the old ones no longer work.'),
  'second_factor.dropped': msg(
    'Two-step sign-in was switched off for your account, because your email address had not been confirmed when it was set up; you can set it up again.',
  ),
  'passkeys.add': msg('A passkey was added to your account.'),
  'passkeys.remove': msg('A passkey was removed from your account.'),
}

/** Without mail settings nobody is told. */
export function accountMail(
  { smtpUrl, mailFrom, language }: Config,
  database: Database,
  background: Background,
): TellAccount {
  if (smtpUrl === '') return () => Promise.resolve()
  const mailer = new Mailer({ url: smtpUrl, from: mailFrom })
  return async (user, what) => {
    const found = await database.read.first<MailedUser>(sql`select email, language from users where id = ${user}`)
    const sentence = SENTENCES[what]
    if (found === undefined || sentence === undefined) return
    const { say } = languageFor({ language, country: null }, found.language)
    // Without their name, which somebody else may have chosen: a mail of ours begins with words of ours.
    const text = paragraphs(
      say('Hello,'),
      say(sentence),
      say('If this was not you, reset your password on the sign-in page at once, and tell an owner of your church.'),
    )
    const subject = say('Your Sexton account was changed')
    const mail = { to: [found.email], subject, text, name: `account-${Date.now()}` }
    background.begin('A mail about a changed account could not be sent', stop => mailer.send(mail, stop))
  }
}
