/** The API's names of values in English, as people read them: what is looked up in a language. */

const SPECIAL: Readonly<Record<string, string>> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  pos: 'Card machine',
  ach: 'ACH',
  ussd: 'USSD',
  api: 'API',
  dob: 'Date of birth',
  proposed: 'As the draft proposes',
  first_timer: 'First-timer',
  followup: 'Follow-up',
  // What one word of English means is told to translators (docs/decisions/0015-texts.md).
  absent: 'of somebody|Absent',
  call: 'a phone call|Call',
  cell: 'a small group|Cell',
  charge: 'the giver is charged each time|Charge',
  form: 'on a website|Form',
  head: 'of a family|Head',
  inactive: 'of somebody|Inactive',
  invited: 'how somebody came|Invited',
  left: 'is no member any more|Left',
  move: 'to another class|Move',
  none: 'of reports|None',
  pickup: 'of a child by their parents|Pickup',
  posted: 'in the books|Posted',
  present: 'of somebody|Present',
  regular: 'comes often|Regular',
  remind: 'the giver is reminded and pays by hand|Remind',
  request: 'to join a group|Request',
  single: 'not married|Single',
  text: 'given by text message|Text',
  visit: 'of somebody at home|Visit',
  void: 'of a gift|Void',
}

/** `bank_transfer` is Bank transfer. */
export const wordsOfValue = (name: string): string =>
  SPECIAL[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')

const NAME = /^\w[\w -]*$/

/** What is no name of the API's is somebody's own text: it has no translation, and nothing in it is a placeholder. */
export const isName = (text: string): boolean => NAME.test(text)

/** A value of the API's in a language, or a text of somebody's own. */
export const wordsOfName = (say: (message: string) => string, name: string): string =>
  isName(name) ? say(wordsOfValue(name)) : wordsOfValue(name)

/**
 * A state that several kinds of records have, of one of them: `open` of a `meeting` is `meeting|Open`, because other languages
 * make it agree with what it is that is open.
 * @param of what the record is called, in English
 */
export const wordsOfState = (name: string, of: string): string => `${of}|${wordsOfValue(name)}`

/**
 * A state as a language looks it up: of its record where it has words of its own for that, or else for any record.
 * @param of what the record is called, in English; null where it is no state of a record
 */
export function knownState({ knows }: { knows(message: string): boolean }, name: string, of: string | null): string {
  const agreeing = of === null ? undefined : wordsOfState(name, of)
  return agreeing !== undefined && knows(agreeing) ? agreeing : wordsOfValue(name)
}
