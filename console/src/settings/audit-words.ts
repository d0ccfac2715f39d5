/** What the audit log names, in words. */

const WORDS: Record<string, string> = {
  'session.begun': 'Signed in',
  'session.failed': 'Wrong password at sign-in',
  'session.second_step_failed': 'Wrong code at the second step',
  'session.ended': 'Signed out',
  'sessions.end': 'Ended a session',
  'sessions.end_others': 'Ended other sessions',
  'password.changed': 'Changed the password',
  'password.reset': 'Set a new password by a mailed link',
  'second_factor.on': 'Set up a second factor',
  'second_factor.off': 'Switched the second factor off',
  'second_factor.new_codes': 'Made new recovery codes',
  'account.rename': 'Changed their name',
  'user.joined': 'Joined',
  'users.invite': 'Invited somebody',
  'users.renew_invitation': 'Renewed an invitation',
  'users.revoke_invitation': 'Took back an invitation',
  'users.change': 'Changed a role',
  'users.remove': 'Removed somebody from the team',
  'church.set': 'Changed the church',
  'church.set_api': 'Switched the API',
  'providers.set': 'Set a provider of messages',
  'providers.remove': 'Removed a provider of messages',
  'providers.test': 'Sent a test message',
  'payment_providers.set': 'Set a payment provider',
  'payment_providers.remove': 'Removed a payment provider',
  'payment_providers.test': 'Checked a payment provider',
  'keys.create': 'Made an API key',
  'keys.revoke': 'Revoked an API key',
  'people.remove': 'Removed a person',
  'people.merge': 'Merged people',
  'families.update': 'Changed a family',
  'contributions.void': 'Voided a gift',
  'funds.create': 'Made a fund',
  'rates.set': 'Set an exchange rate',
  'branches.create': 'Made a branch',
}

/** `people.archive`, which has no words of its own, is Archive (people). */
export function actWords(operation: string): string {
  const [subject = '', act = ''] = operation.split('.')
  const plain = (text: string): string => text.replaceAll('_', ' ')
  return WORDS[operation] ?? `${plain(act).charAt(0).toUpperCase()}${plain(act).slice(1)} (${plain(subject)})`
}

/** What can be filtered by. */
export const ACTS: readonly { value: string; label: string }[] = Object.entries(WORDS)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** What was kept of an act: `role viewer, branch id 3`. */
export function detailWords(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ')
}
