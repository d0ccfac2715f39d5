/** What a report says of a row, in the language of the church: why it was refused, and values that were changed. */
import type { FieldSpec } from '../../resource/field.ts'
import type { Resource } from '../../resource/resource.ts'
import { refusing } from '../../texts/catalogues.ts'
import { dateIn } from '../../texts/forms.ts'
import { type Language, msg } from '../../texts/language.ts'
import { languageNameIn } from '../../texts/language-names.ts'
import { wordsOfValue } from '../../texts/value-words.ts'

/** How the words of a report are found. */
export interface ReportWords extends Pick<Language, 'say'> {
  /** Why a row was refused, by column. @param called what a column is called */
  whyRefused(errors: Readonly<Record<string, string>>, called: (name: string) => string): string
  /** A field, and what became of it. */
  change(name: string, before: unknown, after: unknown): string
}

/** Nothing, as pages show it. */
const NONE = '–'
/** What begins the names of fields that the church made for itself. */
const OWN = 'custom.'
const DAY = /^\d{4}-\d\d-\d\d$/

/** @param resource that the rows are records of; undefined for rows that are none of one resource */
export function reportWords(language: Language, resource: Resource | undefined): ReportWords {
  const { say } = language
  const refusal = refusing(language)
  const wordsOf = (spec: FieldSpec | undefined, value: unknown): string => {
    if (value === null || value === undefined || value === '') return NONE
    if (typeof value === 'boolean') return say(value ? msg('Yes') : msg('No'))
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (spec?.kind === 'date' && DAY.test(text)) return dateIn(language, text)
    if (spec?.kind === 'language') return languageNameIn(text, language.locale)
    const { enum: choices = [] } = (spec?.output ?? {}) as { enum?: readonly string[] }
    return [...choices, ...(spec?.usual ?? [])].includes(text) ? say(wordsOfValue(text)) : text
  }
  return {
    say,
    whyRefused: (errors, called) =>
      Object.entries(errors)
        .map(([name, problem]) => `${called(name)} ${refusal(problem)}`)
        .join('; '),
    change(name, before, after) {
      const spec = resource?.fields[name]?.spec
      const [was, is] = [before, after].map(value => wordsOf(spec, value))
      const called = name.startsWith(OWN) ? name.slice(OWN.length) : say(spec?.label ?? wordsOfValue(name))
      return say('{name}: {text}', { name: called, text: `${was} → ${is}` })
    },
  }
}
