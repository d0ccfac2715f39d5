/** Why a record stays when the import that wrote it is taken back: kept as data, said in the reader's language. */
import { ENGLISH, msg, type Say } from './language.ts'
import { phrasesOf, type RecordWords } from './resource-phrases.ts'

/** One reason. */
export type StayReason =
  /** What was done with the record since. */
  | {
      code:
        | 'changed'
        | 'removed'
        | 'forgotten'
        | 'merged'
        | 'voided'
        | 'used'
        | 'gone'
        | 'fixed'
        | 'confidential'
        | 'closed'
        | 'cancelled'
    }
  /** Fields that somebody has given other values; those of an object by its own names. */
  | { code: 'fields'; fields: string[] }
  /** Records that name it; `unseen` where there are some that the reader may not be told of. */
  | { code: 'has'; records: (RecordWords & { count: number })[]; unseen: boolean }
  | { code: 'members'; count: number }
  /** In English words, as reasons were kept before they were data. */
  | { code: 'said'; text: string }

/** How reasons are said. */
export interface ReasonSpeech {
  say: Say
  /** What people call a field, within a sentence. */
  label(field: string): string
  /** `a, b and c`. */
  list(words: readonly string[]): string
}

const DONE = {
  changed: msg('was changed after the import'),
  removed: msg('was removed by hand'),
  forgotten: msg('was forgotten'),
  merged: msg('was merged into another record'),
  voided: msg('was voided by hand'),
  used: msg('was used after the import'),
  gone: msg('is gone'),
  fixed: msg('cannot be taken back'),
  closed: msg('belongs to what is closed by now'),
  cancelled: msg('belongs to a meeting that was cancelled'),
  confidential: msg('was made confidential meanwhile'),
}

/** Why an import cannot be taken back at all. */
export type Hindrance = 'too_old' | 'not_kept' | 'hidden'

/** As what follows the name of a record: `was changed after the import and has 2 gifts`. */
export const reasonWords = (reasons: readonly StayReason[], speech: ReasonSpeech): string =>
  speech.list(reasons.map(reason => wordsOf(reason, speech)))

function wordsOf(reason: StayReason, { say, label, list }: ReasonSpeech): string {
  switch (reason.code) {
    case 'fields':
      return say(msg('has another {fields} by now'), { fields: list(reason.fields.map(label)) })
    case 'has': {
      const records = reason.records.map(({ count, ...words }) => say(phrasesOf(words).counted, { count }))
      const unseen = reason.unseen ? [say(msg('records that you may not see'))] : []
      return say(msg('has {records}'), { records: list([...records, ...unseen]) })
    }
    case 'members':
      return say(msg('{count, plural, one {has # member} other {has # members}}'), { count: reason.count })
    case 'said':
      return reason.text
    default:
      return say(DONE[reason.code])
  }
}

const english = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** In English, as commands say it. @param label of a field */
export const reasonInEnglish = (reasons: readonly StayReason[], label: (field: string) => string): string =>
  reasonWords(reasons, {
    say: ENGLISH.say,
    label: name => label(name).toLowerCase(),
    list: words => english.format(words),
  })
