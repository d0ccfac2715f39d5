/** What the record of a person calls the columns and values of its tables: as pages do, and in words of its own for the others. */
import type { HouseFacts } from '../../resource/house-facts.ts'
import { labelText } from '../../resource/labels.ts'
import { type Language, msg } from '../../texts/language.ts'
import { knownState, wordsOfValue } from '../../texts/value-words.ts'

type Names = Readonly<Record<string, string>>

/** Of columns that are no field of a resource, where their name in words would not do, or no page says it. */
const COLUMNS: Names = {
  address: msg('on the web|Address'),
  as_of: msg('Day of the figures'),
  brand: msg('Kind of card'),
  cancelled_at: msg('when|Cancelled'),
  care_note_version: msg('Version of the care note'),
  changes: msg('Changes'),
  charge_at: msg('Next charge'),
  charged_at: msg('when|Charged'),
  charged_fee: msg('Fee as charged'),
  charged_here_from: msg('Charged here from'),
  charges: msg('Times charged'),
  decline: msg('Why the card was declined'),
  digest: msg('Fingerprint'),
  dispute_id: msg('Number of the dispute'),
  ended_at: msg('when|Ended'),
  expires_on: msg('of a card|Expires'),
  failed_periods: msg('Gifts that failed in a row'),
  forgotten_at: msg('when|Forgotten'),
  fresh_at: msg('Last compared'),
  from: msg('a sender|From'),
  from_group_id: msg('Group before'),
  from_membership_id: msg('Membership before'),
  grade_after: msg('Grade after'),
  grade_before: msg('Grade before'),
  held_units: msg('Units held'),
  last4: msg('Last four digits'),
  line: msg('Line'),
  lines: msg('Lines'),
  link_version: msg('Version of the link'),
  links: msg('Links'),
  look_at: msg('Next check'),
  looked_at: msg('Last check'),
  looks: msg('Checks'),
  mandate_gift_id: msg('Gift by which the card was kept'),
  mandate_id: msg('Card that was kept'),
  mandate_look_at: msg('Next check of the card'),
  mandate_looks: msg('Checks of the card'),
  merged_into_id: msg('Merged into'),
  minor_rate: msg('Rate of the smallest units'),
  other_id: msg('Other record'),
  prefix: msg('Beginning of the link'),
  processing_at: msg('Processing since'),
  provider_id: msg('Number at the provider'),
  provider_ref: msg('Number at the provider'),
  remind_at: msg('Next reminder'),
  replaces_id: msg('In place of the gift'),
  restates: msg('Restates another gift'),
  run_id: msg('Run'),
  said: msg('As it is said'),
  saves: msg('Keeps the card'),
  sent_at: msg('when|Sent'),
  sent_person_id: msg('Sent to'),
  state: msg('Status'),
  status_before: msg('Status before'),
  step: msg('Step'),
  title: msg('of a text|Title'),
  to: msg('recipient|To'),
  to_group_id: msg('Group after'),
  to_membership_id: msg('Membership after'),
  tries: msg('Attempts'),
  void_cause: msg('What made it void'),
  void_reason: msg('Why it is void'),
  voided_at: msg('when|Voided'),
  within_branch_id: msg('Within the branch'),
}

/** Of columns that mean something else in one table. */
const OF_TABLES: Readonly<Record<string, Names>> = {
  imports: { said: msg('What the file said') },
}

/** Of values that only such columns have. */
const VALUES: Names = {
  merged: msg('Merged'),
  merged_away: msg('Merged into another record'),
}

/** Columns that hold names of the API, and nothing that people write. */
const NAMED = /^(kind|state|status|action|result|void_cause)(_|$)/

/** As it is looked up in a language. @param table `people`, and those of the kinds of records that are told */
export function labelOfColumn(house: Pick<HouseFacts, 'resource'>, table: string, column: string): string {
  const spec = house.resource(table)?.fields[column]?.spec
  if (spec !== undefined) return labelText(column, spec.label)
  return OF_TABLES[table]?.[column] ?? COLUMNS[column] ?? labelText(column)
}

/** A value in words, as it is looked up in a language; nothing where it is said as it is written. */
export function wordsOfColumn(
  language: Pick<Language, 'knows'>,
  house: Pick<HouseFacts, 'resource'>,
  table: string,
  column: string,
  value: string,
): string | undefined {
  const resource = house.resource(table)
  const spec = resource?.fields[column]?.spec
  if (spec === undefined) return NAMED.test(column) ? (VALUES[value] ?? wordsOfValue(value)) : undefined
  // Languages have names of their own.
  if (spec.kind === 'language') return undefined
  const { output, usual = [], writes = [], of = column === 'status' ? (resource?.words.one ?? null) : null } = spec
  if (writes.includes(value)) return value
  const named = (output as { enum?: readonly string[] } | undefined)?.enum ?? usual
  return named.includes(value) ? knownState(language, value, of) : undefined
}
