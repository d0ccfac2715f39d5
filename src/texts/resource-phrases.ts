/** What pages say of a resource: English sentences made of what its records are called. Each is one entry of a catalogue. */

/** What people call a record, and several: `prayer request`, `prayer requests`. */
export interface RecordWords {
  one: string
  many: string
  /** What one does to have one more: `Record gifts`; `Add a gift`, unless said. */
  add?: string
}

const VOWEL = /^[aeiou]/i

/** `a prayer request`, `an online gift`. */
export const aOrAn = (word: string): string => `${VOWEL.test(word) ? 'an' : 'a'} ${word}`

/** `Prayer requests`, where a sentence or a heading begins with it. */
export const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** English sentences of a resource, to be looked up in a language. */
export const phrasesOf = ({ one, many, add = `Add ${aOrAn(one)}` }: RecordWords) => ({
  /** Prayer request. */
  one: sentenceCase(one),
  /** Prayer requests. */
  many: sentenceCase(many),
  /** Within a sentence, such as a list of what a role may see. */
  several: many,
  add,
  edit: `Edit ${one}`,
  saved: `${sentenceCase(one)} saved.`,
  search: `Search ${many}`,
  noneYet: `No ${many} yet.`,
  counted: `{count, plural, one {# ${one}} other {# ${many}}}`,
  /** After a sum. */
  within: `{count, plural, one {in # ${one}} other {in # ${many}}}`,
})

/** What the audit log calls adding and changing a record, where nothing else is declared. */
export const loggedPhrasesOf = ({ one }: RecordWords) => ({
  added: `Added ${aOrAn(one)}`,
  changed: `Changed ${aOrAn(one)}`,
})
