/** Words of the API as people read them, and numbers. */
import { fold } from '../../../src/lib/fold.ts'
import type { FieldKind } from '../../../src/resource/field.ts'
import { numberIn } from '../../../src/texts/forms.ts'
import { isName, knownState, wordsOfName, wordsOfValue } from '../../../src/texts/value-words.ts'
import { knows, t, writing } from '../texts/t.ts'
import { languageName } from './language-names.ts'

/** `bank_transfer` is Bank transfer. */
export const wordOf = (name: string): string => wordsOfName(t, name)

/** A state of a record, which agrees with it where the language says so. @param of what the record is called, in English; null where it is no state of a record */
export const stateWord = (name: string, of: string | null): string =>
  isName(name) ? t(knownState({ knows }, name, of)) : wordsOfValue(name)

/** A value of a choice, by the kind of its field. */
export const choiceWord = (kind: FieldKind, value: string, of: string | null = null): string =>
  kind === 'language' ? languageName(value) : stateWord(value, of)

/** What a word of the reader's language stands for among these; a text that is none of them stands for itself: also one that goes on after a space. */
export const valueOfWord = (values: readonly string[], text: string): string =>
  values.find(value => fold(wordOf(value)) === fold(text)) ?? text

/** 12345 is 12,345. */
export const count = (number: number): string => numberIn(writing(), number)
