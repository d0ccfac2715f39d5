/** What a report says of a row, in the language of the church: why it was refused, whom it names, and values that were changed. */
import type { FieldSpec } from '../../resource/field.ts'
import type { Resource } from '../../resource/resource.ts'
import { refusing } from '../../texts/catalogues.ts'
import { type FileColumn, type FileWords, fileWords, OWN } from '../../texts/file-words.ts'
import { listIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { wordsOfName } from '../../texts/value-words.ts'

/** How the words of a report are found. */
export interface ReportWords extends Pick<Language, 'say'>, Pick<FileWords, 'reasons' | 'taken'> {
  /** Why a row was refused, by column. @param called what a column is called */
  whyRefused(errors: Readonly<Record<string, string>>, called: (name: string) => string): string
  /** A field, and what became of it. */
  change(name: string, before: unknown, after: unknown): string
  /** Several things in one cell. */
  list(words: readonly string[]): string
}

function columnOf({ kind, output, usual = [] }: FieldSpec): FileColumn {
  const { enum: choices = [] } = output as { enum?: readonly string[] }
  return { kind, choices, usual }
}

/** @param resource that the rows are records of; undefined for rows that are none of one resource */
export function reportWords(language: Language, resource: Resource | undefined): ReportWords {
  const { say } = language
  const specOf = (name: string): FieldSpec | undefined => resource?.fields[name]?.spec
  const words = fileWords(
    language,
    name => {
      const spec = specOf(name)
      return spec && columnOf(spec)
    },
    refusing(language),
    resource?.words.one ?? null,
  )
  const list = (all: readonly string[]): string => listIn(language, all, 'unit')
  return {
    ...{ say, list, reasons: words.reasons, taken: words.taken },
    whyRefused: (errors, called) =>
      list(
        Object.entries(errors).map(([name, why]) =>
          say('{field}: {problem}', { field: called(name), problem: words.problem(name, why) }),
        ),
      ),
    change(name, before, after) {
      const label = specOf(name)?.label
      const called = name.startsWith(OWN) ? name.slice(OWN.length) : label ? say(label) : wordsOfName(say, name)
      return say('{name}: {text}', {
        name: called,
        text: `${words.value(name, before)} → ${words.value(name, after)}`,
      })
    },
  }
}
