/** The API's names of values in English, as people read them: what is looked up in a language. */

const SPECIAL: Readonly<Record<string, string>> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  pos: 'Card machine',
  ach: 'ACH',
  ussd: 'USSD',
  api: 'API',
  dob: 'Date of birth',
  first_timer: 'First-timer',
  followup: 'Follow-up',
}

/** `bank_transfer` is Bank transfer. */
export const wordsOfValue = (name: string): string =>
  SPECIAL[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
