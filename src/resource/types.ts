/** The field types: one constructor for each kind of value the specification knows. */
import { z } from 'zod'
import { parseDate, printTimestamp } from '../lib/calendar.ts'
import { isEmailAddress } from '../lib/email.ts'
import { isPlainText, quote } from '../lib/json.ts'
import { isLine, isPlainLine } from '../lib/line.ts'
import { isCurrency, MAX_AMOUNT } from '../lib/money.ts'
import { isCountry, toInternational } from '../lib/phone.ts'
import { readUrl } from '../lib/read-url.ts'
import { plainRule, ruleProblem } from '../lib/recurrence.ts'
import { because } from '../texts/because.ts'
import { Field, type FieldContext, type FieldSpec, type JsonSchema, WrongValue } from './field.ts'

const same = (text: string): string => text
const DEFAULTS = { doc: '', nullable: false, settable: false, required: false, onlyOne: false }

function field<T>(spec: Pick<FieldSpec, 'kind' | 'schema' | 'output' | 'print'> & Partial<FieldSpec>): Field<T> {
  return new Field<T>({ fromForm: same, ...DEFAULTS, ...spec })
}

const INTEGER_TEXT = /^-?\d{1,16}$/
const integerFromForm = (text: string): unknown => (INTEGER_TEXT.test(text) ? Number(text) : text)

const wholeNumber = (least: number, most: number): z.ZodType =>
  z
    .int({ error: because('must be a whole number') })
    .min(least, { error: () => because('must be at least {least}', { least }) })
    .max(most, { error: () => because('must be at most {most}', { most }) })

/** A whole number within JSON's exact range. */
export const integer = (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Field<number> =>
  field({
    kind: 'number',
    schema: wholeNumber(least, most),
    plain: value => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
    output: { type: 'integer' },
    fromForm: integerFromForm,
    print: same,
  })

/** The id of the record itself. */
export const id = (): Field<number> => new Field({ ...integer(1).spec, kind: 'id', doc: 'Unique id' })

/**
 * The id of another record; whether it exists and may be seen is checked by the action.
 * @param to the name of its resource, where it is one
 */
export const ref = (to?: string): Field<number> => new Field({ ...integer(1).spec, kind: 'record', ...(to && { to }) })

/** Money in minor units (spec, General conventions 5; decisions, Money). */
export const minorUnits = (least = 1): Field<number> =>
  new Field({ ...integer(least, MAX_AMOUNT).spec, kind: 'amount' })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const cleanText = (most: number): z.ZodType<string> =>
  z
    .string({ error: 'must be text' })
    .refine(isPlainText, { error: 'must not hold NUL characters or halves of surrogate pairs', abort: true })
    .refine(text => !CONTROLS.test(text), { error: because('must not hold control characters'), abort: true })
    .transform(text => text.normalize('NFC').trim())
    .refine(text => [...text].length <= most, { error: () => because('must be at most {most} characters', { most }) })

/** Text, trimmed, in Unicode's composed form. */
export const text = (most = 190): Field<string> =>
  field({
    kind: 'text',
    schema: cleanText(most).meta({ maxLength: most }),
    plain: value => isPlainLine(value, most),
    output: { type: 'string' },
    print: quote,
  })

const LINE_BREAKS = /[\r\n\t\u2028\u2029]+/g

/**
 * Text of one line, such as a name: what it is written into, mails and headers among it, goes on behind it. In forms and
 * files, where a cell may have been broken by hand, a line break is a space.
 */
export const line = (most = 190): Field<string> => {
  const schema = cleanText(most).refine(isLine, { error: because('must be one line') })
  const fromForm = (text: string): string => text.trim().replace(LINE_BREAKS, ' ')
  return field({
    kind: 'line',
    schema: schema.meta({ maxLength: most }),
    plain: value => isPlainLine(value, most),
    output: { type: 'string' },
    print: quote,
    fromForm,
  })
}

const MOST_OF_EMAIL = 254

/** An e-mail address, stored as given (decisions, People). One address, at most 254 characters (RFC 5321). */
export const email = (): Field<string> => {
  const schema = cleanText(MOST_OF_EMAIL).refine(value => value === '' || isEmailAddress(value), {
    error: because('must be an email address'),
  })
  return field({
    kind: 'email',
    schema: schema.meta({ format: 'email', maxLength: MOST_OF_EMAIL }),
    plain: value => isPlainLine(value, MOST_OF_EMAIL) && isEmailAddress(value),
    output: { type: 'string' },
    print: quote,
  })
}

const MOST_OF_PHONE = 40

/** A phone number; becomes E.164 by the church's country (spec, General conventions 6). */
export const phone = (): Field<string> =>
  field({
    kind: 'phone',
    schema: cleanText(MOST_OF_PHONE).meta({ maxLength: MOST_OF_PHONE }),
    plain: value => isPlainLine(value, MOST_OF_PHONE),
    output: { type: 'string', examples: ['+2348031234567'] },
    print: quote,
    convert(value: string, context: FieldContext) {
      const number = toInternational(value, context.country)
      if (number === null)
        throw new WrongValue(
          because('must be a phone number that is possible in {country}', { country: context.country }),
        )
      return number
    },
  })

/** An http or https address. */
export const url = (): Field<string> => {
  const form = (value: string): boolean =>
    value === '' || (/^https?:\/\//i.test(value) && readUrl(value) !== undefined && !/\s/.test(value))
  const schema = cleanText(2_000).refine(form, {
    error: because('must be an address that begins with http:// or https://'),
  })
  return field({
    kind: 'url',
    schema: schema.meta({ format: 'uri', maxLength: 2_000 }),
    output: { type: 'string' },
    print: quote,
  })
}

/** A calendar date, `YYYY-MM-DD` (spec, General conventions 4). */
export const date = (): Field<string> =>
  field({
    kind: 'date',
    schema: z
      .string({ error: because('must be a date of the form YYYY-MM-DD') })
      .transform(value => value.trim())
      .refine(value => value === '' || parseDate(value) !== null, {
        error: because('must be a real date of the form YYYY-MM-DD'),
      })
      .meta({ format: 'date' }),
    plain: value => typeof value === 'string' && parseDate(value) !== null,
    output: { type: 'string', format: 'date' },
    print: value => `"${value}"`,
  })

/** A moment, printed in UTC to the second (spec, General conventions 3). */
export const timestamp = (): Field<string> =>
  field({
    kind: 'moment',
    schema: z.string(),
    output: { type: 'string', format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' },
    print: value => `"${printTimestamp(value)}"`,
  })

const BOOLEANS = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

/** A time of the day by the clock on the wall, `HH:MM`. */
export const time = (): Field<string> =>
  field({
    kind: 'time',
    example: '09:00',
    schema: z
      .string({ error: because('must be a time of the form HH:MM') })
      .transform(value => value.trim())
      .refine(value => value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value), {
        error: because('must be a time of the form HH:MM, from 00:00 to 23:59'),
      })
      .meta({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    output: { type: 'string', pattern: '^\\d\\d:\\d\\d$' },
    print: quote,
  })

/** When something recurs: a rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=SU`; no time of the day, and no end. */
export const recurrence = (): Field<string> =>
  field({
    kind: 'rule',
    example: 'FREQ=WEEKLY;BYDAY=SU',
    schema: cleanText(200)
      .refine(isLine, { error: because('must be one line') })
      .meta({ maxLength: 200 }),
    output: { type: 'string' },
    print: quote,
    convert(value: string) {
      const rule = plainRule(value)
      const problem = ruleProblem(rule)
      if (problem !== undefined) throw new WrongValue(problem)
      return rule
    },
  })

/** True or false; in forms `1 0 true false`. */
export const boolean = (): Field<boolean> =>
  field({
    kind: 'switch',
    schema: z.boolean({ error: 'must be true or false' }),
    output: { type: 'boolean' },
    fromForm: value => BOOLEANS.get(value) ?? value,
    print: value => (value === 't' ? 'true' : 'false'),
  })

/** One of a closed list. */
export const oneOf = <const T extends string>(values: readonly T[]): Field<T> =>
  field({
    kind: 'choice',
    schema: z.enum(values as readonly [T, ...T[]], {
      error: () => because('must be one of {values}', { values: values.join(', ') }),
    }),
    plain: value => values.includes(value as T),
    output: { type: 'string', enum: values },
    print: quote,
  })

/** A language that there is a catalogue of. @param tags BCP 47 */
export const language = (tags: readonly string[]): Field<string> => {
  const known = (tag: string): string | undefined => tags.find(one => one.toLowerCase() === tag.trim().toLowerCase())
  const error = because('must be a language (BCP 47), one of {tags}', { tags: tags.join(', ') })
  return field({
    kind: 'language',
    example: 'fr',
    schema: z
      .string({ error })
      .transform(tag => known(tag) ?? tag.trim())
      .refine(tag => tag === '' || known(tag) !== undefined, { error })
      .meta({ enum: tags }),
    output: { type: 'string', enum: tags },
    print: quote,
  })
}

const listed = (
  kind: 'country' | 'currency',
  known: (code: string) => boolean,
  example: string,
  error: string,
): Field<string> =>
  field({
    kind,
    example,
    schema: z
      .string({ error })
      .transform(value => value.trim().toUpperCase())
      .refine(value => value === '' || known(value), { error })
      .meta({ maxLength: example.length }),
    output: { type: 'string', minLength: example.length, maxLength: example.length },
    print: quote,
  })

/** ISO 3166-1 alpha-2, upper-cased. */
export const country = (): Field<string> =>
  listed('country', isCountry, 'NG', because('must be a two-letter country code (ISO 3166-1)'))

/** ISO 4217, upper-cased. */
export const currency = (): Field<string> =>
  listed('currency', isCurrency, 'NGN', because('must be a currency code (ISO 4217)'))

/** Ids of other records; at most so many different ones. */
export const idList = (most: number): Field<number[]> =>
  field({
    kind: 'ids',
    schema: z
      .array(wholeNumber(1, Number.MAX_SAFE_INTEGER), { error: 'must be a list of ids' })
      .min(1, { error: because('must name at least one') })
      .refine(ids => new Set(ids).size <= most, { error: () => because('must name at most {most}', { most }) })
      .meta({ type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 }),
    output: { type: 'array', items: { type: 'integer' } },
    fromForm: integerFromForm,
    print: same,
    list: true,
  })

/** Words of a closed list, each once. */
export const enumList = <const T extends string>(values: readonly T[]): Field<T[]> =>
  field({
    kind: 'choices',
    schema: z
      .array(
        z.enum(values as readonly [T, ...T[]], {
          error: () => because('must be of {values}', { values: values.join(', ') }),
        }),
        {
          error: 'must be a list',
        },
      )
      .min(1, { error: because('must name at least one') })
      .transform(list => [...new Set(list)]),
    output: { type: 'array', items: { type: 'string', enum: values } },
    print: same,
    list: true,
  })

/** Short texts, each once, none of them empty; at most so many, and at least. */
export const texts = (most: number, least = 0): Field<string[]> =>
  field({
    kind: 'texts',
    schema: z
      .array(cleanText(254), { error: 'must be a list of texts' })
      .transform(list => [...new Set(list.filter(text => text !== ''))])
      .refine(list => list.length <= most, { error: () => because('must name at most {most}', { most }) })
      .refine(list => list.length >= least, {
        error: least === 1 ? because('must name at least one') : because('must name at least {least}', { least }),
      })
      .meta({ type: 'array', items: { type: 'string' } }),
    output: { type: 'array', items: { type: 'string' } },
    print: same,
    list: true,
  })

/** Texts by name. */
export const textsByName = (): Field<Record<string, string>> =>
  field({
    kind: 'texts_by_name',
    schema: z.record(z.string().max(60), z.string({ error: 'must hold texts' }), { error: 'must be an object' }),
    output: { type: 'object', additionalProperties: { type: 'string' } },
    print: same,
  })

/** Printed from other fields of the record; `output` is its shape. */
export const derived = (
  from: readonly string[],
  print: (...texts: (string | null)[]) => string,
  output: JsonSchema,
): Field<string> => field({ kind: 'json', schema: z.string(), output, print: same, derived: { from, print } })

/** JSON that PostgreSQL built; `output` is its shape. */
export const json = (output: JsonSchema): Field<unknown> =>
  field({ kind: 'json', schema: z.unknown(), output, print: same })
