/** What the audit log names, in words. */
import type { ShownResource } from '../../../src/console/house-shown.ts'
import { aOrAn } from '../formats/words.ts'
import { t } from '../texts/t.ts'

const WORDS: Record<string, string> = {
  'session.begun': t('Signed in'),
  'session.failed': t('Wrong password at sign-in'),
  'session.second_step_failed': t('Wrong code at the second step'),
  'session.ended': t('Signed out'),
  'sessions.end': t('Signed out a device'),
  'sessions.end_others': t('Signed out all other devices'),
  'password.changed': t('Changed the password'),
  'password.reset': t('Reset the password by email'),
  'second_factor.on': t('Set up an authenticator app'),
  'second_factor.off': t('Removed the authenticator app'),
  'second_factor.dropped': t('Lost two-step sign-in: the email address was not confirmed'),
  'second_factor.new_codes': t('Created new recovery codes'),
  'account.rename': t('Changed their name'),
  'account.mail_confirmation': t('Asked to confirm their email address'),
  'account.confirm_address': t('Confirmed their email address'),
  'passkeys.add': t('Added a passkey'),
  'passkeys.rename': t('Renamed a passkey'),
  'passkeys.remove': t('Removed a passkey'),
  'user.joined': t('Joined'),
  'user.join_failed': t('Wrong password at an invitation'),
  'users.invite': t('Invited someone'),
  'users.renew_invitation': t('Renewed an invitation'),
  'users.revoke_invitation': t('Withdrew an invitation'),
  'users.change': t('Changed a role'),
  'users.remove': t('Removed someone from the team'),
  'church.set': t('Changed the church settings'),
  'church.set_api': t('Switched the API on or off'),
  'church.set_second_factor': t('Changed who needs two-step sign-in'),
  'providers.set': t('Set up a message provider'),
  'providers.remove': t('Removed a message provider'),
  'providers.test': t('Sent a test message'),
  'payment_providers.set': t('Set up a payment provider'),
  'payment_providers.remove': t('Removed a payment provider'),
  'payment_providers.test': t('Checked a payment provider'),
  'keys.create': t('Created an API key'),
  'keys.revoke': t('Revoked an API key'),
  'endpoints.create': t('Added a webhook endpoint'),
  'endpoints.update': t('Changed a webhook endpoint'),
  'endpoints.pause': t('Paused a webhook endpoint'),
  'endpoints.resume': t('Resumed a webhook endpoint'),
  'endpoints.switch_off': t('Switched a webhook endpoint off'),
  'endpoints.rotate': t('Replaced a signing secret'),
  'endpoints.reveal': t('Viewed a signing secret'),
  'endpoints.delete': t('Deleted a webhook endpoint'),
  'endpoints.test': t('Sent a test event'),
  'endpoints.redeliver': t('Resent an event'),
  'endpoints.redeliver_since': t('Resent missed events'),
  'people.create': t('Added a person'),
  'people.update': t('Changed a person'),
  'people.remove': t('Removed a person'),
  'people.restore': t('Restored a person'),
  'people.merge': t('Merged people'),
  'people.not_duplicates': t('Marked as not duplicates'),
  'people.add_tag': t('Added a tag'),
  'people.remove_tag': t('Removed a tag'),
  'families.create': t('Added a family'),
  'families.update': t('Changed a family'),
  'branches.create': t('Added a branch'),
  'branches.update': t('Changed a branch'),
  'branches.remove': t('Removed a branch'),
  'contributions.create': t('Recorded a gift'),
  'contributions.void': t('Voided a gift'),
  'funds.create': t('Added a fund'),
  'funds.update': t('Changed a fund'),
  'rates.set': t('Set an exchange rate'),
  'messages.create': t('Sent messages'),
  'messages.send_to': t('Sent a group message'),
  'messages.stop': t('Stopped a group message'),
  'units.add': t('Added SMS units'),
  'sermons.create': t('Added a sermon'),
  'sermons.update': t('Changed a sermon'),
  'sermons.publish': t('Published a sermon'),
  'sermons.unpublish': t('Unpublished a sermon'),
  'sermons.delete': t('Deleted a sermon'),
  'sermons.set_section': t('Wrote a studio section'),
  'sermons.publish_section': t('Published a studio section'),
  'sermons.unpublish_section': t('Unpublished a studio section'),
  'setup.finish': t('Finished first steps'),
  'setup.confirm': t('Confirmed first steps'),
  'setup.skip': t('Skipped first steps'),
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
