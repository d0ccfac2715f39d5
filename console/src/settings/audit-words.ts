/** What the audit log names, in words. */

import type { ShownResource } from '../../../src/console/house-shown.ts'
import { aOrAn } from '../formats/words.ts'

const WORDS: Record<string, string> = {
  'session.begun': 'Signed in',
  'session.failed': 'Wrong password at sign-in',
  'session.second_step_failed': 'Wrong code at the second step',
  'session.ended': 'Signed out',
  'sessions.end': 'Signed out a device',
  'sessions.end_others': 'Signed out all other devices',
  'password.changed': 'Changed the password',
  'password.reset': 'Reset the password by email',
  'second_factor.on': 'Set up an authenticator app',
  'second_factor.off': 'Removed the authenticator app',
  'second_factor.dropped': 'Lost two-step sign-in: the email address was not confirmed',
  'second_factor.new_codes': 'Created new recovery codes',
  'account.rename': 'Changed their name',
  'account.mail_confirmation': 'Asked to confirm their email address',
  'account.confirm_address': 'Confirmed their email address',
  'passkeys.add': 'Added a passkey',
  'passkeys.rename': 'Renamed a passkey',
  'passkeys.remove': 'Removed a passkey',
  'user.joined': 'Joined',
  'user.join_failed': 'Wrong password at an invitation',
  'users.invite': 'Invited someone',
  'users.renew_invitation': 'Renewed an invitation',
  'users.revoke_invitation': 'Withdrew an invitation',
  'users.change': 'Changed a role',
  'users.remove': 'Removed someone from the team',
  'church.set': 'Changed the church settings',
  'church.set_api': 'Switched the API on or off',
  'church.set_second_factor': 'Changed who needs two-step sign-in',
  'providers.set': 'Set up a message provider',
  'providers.remove': 'Removed a message provider',
  'providers.test': 'Sent a test message',
  'payment_providers.set': 'Set up a payment provider',
  'payment_providers.remove': 'Removed a payment provider',
  'payment_providers.test': 'Checked a payment provider',
  'keys.create': 'Created an API key',
  'keys.revoke': 'Revoked an API key',
  'endpoints.create': 'Added a webhook endpoint',
  'endpoints.update': 'Changed a webhook endpoint',
  'endpoints.pause': 'Paused a webhook endpoint',
  'endpoints.resume': 'Resumed a webhook endpoint',
  'endpoints.switch_off': 'Switched a webhook endpoint off',
  'endpoints.rotate': 'Replaced a signing secret',
  'endpoints.reveal': 'Viewed a signing secret',
  'endpoints.delete': 'Deleted a webhook endpoint',
  'endpoints.test': 'Sent a test event',
  'endpoints.redeliver': 'Resent an event',
  'endpoints.redeliver_since': 'Resent missed events',
  'people.create': 'Added a person',
  'people.update': 'Changed a person',
  'people.remove': 'Removed a person',
  'people.restore': 'Restored a person',
  'people.merge': 'Merged people',
  'people.not_duplicates': 'Marked as not duplicates',
  'people.add_tag': 'Added a tag',
  'people.remove_tag': 'Removed a tag',
  'families.create': 'Added a family',
  'families.update': 'Changed a family',
  'branches.create': 'Added a branch',
  'branches.update': 'Changed a branch',
  'branches.remove': 'Removed a branch',
  'contributions.create': 'Recorded a gift',
  'contributions.void': 'Voided a gift',
  'funds.create': 'Added a fund',
  'funds.update': 'Changed a fund',
  'rates.set': 'Set an exchange rate',
  'messages.create': 'Sent messages',
  'messages.send_to': 'Sent a group message',
  'messages.stop': 'Stopped a group message',
  'units.add': 'Added SMS units',
  'sermons.create': 'Added a sermon',
  'sermons.update': 'Changed a sermon',
  'sermons.publish': 'Published a sermon',
  'sermons.unpublish': 'Unpublished a sermon',
  'sermons.delete': 'Deleted a sermon',
  'sermons.set_section': 'Wrote a studio section',
  'sermons.publish_section': 'Published a studio section',
  'sermons.unpublish_section': 'Unpublished a studio section',
  'setup.finish': 'Finished first steps',
  'setup.confirm': 'Confirmed first steps',
  'setup.skip': 'Skipped first steps',
}

/** What people do, in words, by the names that the log has: ours, and those of resources that declare theirs. */
export type ActWords = Readonly<Record<string, string>>

/** @param house resources that declare what is done with them */
export function wordsWith(house: readonly ShownResource[] = []): ActWords {
  const declared = house.flatMap(({ name, one, actions }) => [
    [`${name}.create`, `Added ${aOrAn(one)}`],
    [`${name}.update`, `Changed ${aOrAn(one)}`],
    ...actions.map(action => [action.name, action.logged]),
  ])
  return { ...Object.fromEntries(declared), ...WORDS }
}

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

/** What was kept of an act: `role viewer, branch id 3`. */
export function detailWords(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ')
}
