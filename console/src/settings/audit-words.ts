/** What the audit log names, in words. */
import { t } from '../texts/t.ts'

/** What no action declares: signing in, and what belongs to it. */
const WORDS: Record<string, string> = {
  'session.begun': t('Signed in'),
  'session.failed': t('Wrong password at sign-in'),
  'session.second_step_failed': t('Wrong code at the second step'),
  'session.ended': t('Signed out'),
  'password.changed': t('Changed the password'),
  'password.reset': t('Reset the password by email'),
  'second_factor.on': t('Set up an authenticator app'),
  'second_factor.dropped': t('Two-step sign-in was removed: the email address was not confirmed'),
  'second_factor.new_codes': t('Created new recovery codes'),
  'user.joined': t('Joined'),
  'user.join_failed': t('Wrong password when joining'),
}

/** What people do, in words, by the names that the log has. */
export type ActWords = Readonly<Record<string, string>>

/** @param declared what the server's declarations call it */
export const wordsWith = (declared: ActWords = {}): ActWords => ({ ...WORDS, ...declared })

/** `people.archive`, which has no words of its own, is Archive (people). */
export function actWords(operation: string, words: ActWords): string {
  const [subject = '', act = ''] = operation.split('.')
  const plain = (text: string): string => text.replaceAll('_', ' ')
  return words[operation] ?? `${plain(act).charAt(0).toUpperCase()}${plain(act).slice(1)} (${plain(subject)})`
}

/** What can be filtered by. */
export const actsOf = (words: ActWords): { value: string; label: string }[] =>
  Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label))
