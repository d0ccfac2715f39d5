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
  'second_factor.on': 'Set up an authenticator app',
  'second_factor.off': 'Removed the authenticator app',
  'second_factor.dropped': 'Lost the second factor of an address that was not confirmed',
  'second_factor.new_codes': 'Made new recovery codes',
  'account.rename': 'Changed their name',
  'account.mail_confirmation': 'Asked to confirm their address',
  'account.confirm_address': 'Confirmed their address',
  'passkeys.add': 'Added a passkey',
  'passkeys.rename': 'Renamed a passkey',
  'passkeys.remove': 'Removed a passkey',
  'user.joined': 'Joined',
  'user.join_failed': 'Wrong password at an invitation',
  'users.invite': 'Invited somebody',
  'users.renew_invitation': 'Renewed an invitation',
  'users.revoke_invitation': 'Took back an invitation',
  'users.change': 'Changed a role',
  'users.remove': 'Removed somebody from the team',
  'church.set': 'Changed the church',
  'church.set_api': 'Switched the API',
  'church.set_second_factor': 'Changed who needs a second factor',
  'providers.set': 'Set a provider of messages',
  'providers.remove': 'Removed a provider of messages',
  'providers.test': 'Sent a test message',
  'payment_providers.set': 'Set a payment provider',
  'payment_providers.remove': 'Removed a payment provider',
  'payment_providers.test': 'Checked a payment provider',
  'keys.create': 'Made an API key',
  'keys.revoke': 'Revoked an API key',
  'endpoints.create': 'Made a webhook endpoint',
  'endpoints.update': 'Changed a webhook endpoint',
  'endpoints.pause': 'Paused a webhook endpoint',
  'endpoints.resume': 'Resumed a webhook endpoint',
  'endpoints.switch_off': 'Switched a webhook endpoint off',
  'endpoints.rotate': 'Rotated a signing secret',
  'endpoints.reveal': 'Looked at a signing secret',
  'endpoints.delete': 'Deleted a webhook endpoint',
  'endpoints.test': 'Sent a test event',
  'endpoints.redeliver': 'Sent an event again',
  'endpoints.redeliver_since': 'Sent again what was missed',
  'people.create': 'Added a person',
  'people.update': 'Changed a person',
  'people.remove': 'Removed a person',
  'people.restore': 'Restored a person',
  'people.merge': 'Merged people',
  'people.not_duplicates': 'Said that two are not the same person',
  'people.add_tag': 'Added a tag',
  'people.remove_tag': 'Removed a tag',
  'families.create': 'Added a family',
  'families.update': 'Changed a family',
  'branches.create': 'Made a branch',
  'branches.update': 'Changed a branch',
  'branches.remove': 'Removed a branch',
  'contributions.create': 'Recorded a gift',
  'contributions.void': 'Voided a gift',
  'funds.create': 'Made a fund',
  'funds.update': 'Changed a fund',
  'rates.set': 'Set an exchange rate',
  'messages.create': 'Sent messages',
  'messages.send_to': 'Sent a message to many',
  'messages.stop': 'Stopped a message to many',
  'units.add': 'Noted SMS units',
  'prayer_requests.create': 'Added a prayer request',
  'prayer_requests.pray': 'Noted a prayer',
  'prayer_requests.answer': 'Noted that a prayer was answered',
  'prayer_requests.close': 'Closed a prayer request',
  'sermons.create': 'Added a sermon',
  'sermons.update': 'Changed a sermon',
  'sermons.publish': 'Published a sermon',
  'sermons.unpublish': 'Took a sermon back',
  'sermons.delete': 'Deleted a sermon',
  'sermons.set_section': 'Wrote a studio section',
  'sermons.publish_section': 'Published a studio section',
  'sermons.unpublish_section': 'Took a studio section back',
  'setup.finish': 'Finished first steps',
  'setup.confirm': 'Confirmed first steps',
  'setup.skip': 'Skipped first steps',
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
