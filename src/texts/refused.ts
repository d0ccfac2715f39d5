/** Refusals, which the API says in English (`because`), in another language: each is found again by its English words. */
import { IntlMessageFormat } from 'intl-messageformat'
import { currencyExponent } from './exponents.ts'
import { amountIn, dateIn, listIn, numberIn, timeIn } from './forms.ts'
import { type Language, msg, type Values } from './language.ts'
import { isName, knownState, wordsOfName } from './value-words.ts'

type Parts = ReturnType<IntlMessageFormat['getAst']>

/** Kinds of parts, as the parser numbers them. */
const [LITERAL, PLURAL, COUNT] = [0, 6, 7]

/** A refusal with values in it, as what it comes to. */
interface Form {
  message: string
  /** What it begins with, whatever its values. */
  beginning: string
  /** What it ends with, whatever its values. */
  ending: string
  /** Whether the place where a value ends is found in one go. */
  isPlain: boolean
  /** How it is found, and what each group of the pattern is the value of. */
  found(): { pattern: RegExp; names: readonly string[] }
}

const A_DAY = '\\d{4}-\\d\\d-\\d\\d'

/** What some values always are, so that nothing else is taken for them. */
const NARROW: Readonly<Record<string, string>> = {
  id: '\\d+',
  state: '[a-z_]+',
  states: '[a-z_ ]+',
  from: A_DAY,
  to: A_DAY,
}

/** What the state is of that a refusal names. */
const OF: Readonly<Record<string, string>> = {
  'batch {id} is {status}: it takes no more gifts': 'batch',
  'Batch {id} is {status}.': 'batch',
  'is {status} already': 'request to join',
  'names a group that is {status}: nobody can join it': 'group',
}

/** What stands between several refusals: those of one field, and sentences of which each is one, or the last of several. */
const BETWEEN = [/; /g, /(?<=[.!?]) /g, /\. /g]

/** Two refusals of one field: where the first ends, each language has marks and spaces of its own. */
const OF_ONE_FIELD = msg('{problem}; {more}')

/** What stands between names in English. */
const BETWEEN_NAMES = /, | and /

const DAY = /^\d{4}-\d\d-\d\d$/

/** One with several values is not looked for in more: where each of them ends would be tried at every place, which takes a page seconds. */
const LONGEST = 1_000
/** Several refusals, or one with a long list in it. Longer ones hold words of files, and who reads them knows these. */
const LONGEST_OF_ALL = 20_000

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Values that are texts of a file or of somebody, or are typed again letter by letter: they are told as they stand there. */
const VERBATIM: ReadonlySet<string> = new Set([
  ...['text', 'one', 'other', 'point', 'comma', 'mark', 'next'],
  ...['name', 'names', 'named', 'who', 'where', 'slug', 'addresses', 'strangers', 'title'],
])

/** How much of a text always stands there: the more, the less is taken for it by chance. */
const fixed = (message: string): number => message.replace(/\{[^{}]*\}/g, '').length

/**
 * The source of a pattern. Parentheses count as groups only where names are wanted.
 * @param within what may stand for `{problem}`, which is a refusal itself
 */
function sourceOf(parts: Parts, within: () => string, names?: string[], counted = ''): string {
  const group = (name: string, of: string): string => {
    // What stands there twice is the same twice. Of a plural only one form stands there.
    const before = counted === '' ? (names?.indexOf(name) ?? -1) : -1
    if (before >= 0) return `\\${before + 1}`
    names?.push(name)
    return names ? `(${of})` : `(?:${of})`
  }
  const piece = (part: Parts[number]): string => {
    if (part.type === LITERAL && 'value' in part) return escaped(part.value)
    if (part.type === COUNT) return group(counted, '[\\d,]+')
    if (part.type === PLURAL && 'options' in part) {
      return `(?:${Object.values(part.options)
        .map(({ value }) => sourceOf(value, within, names, part.value))
        .join('|')})`
    }
    if (!('value' in part)) return ''
    return group(part.value, part.value === 'problem' ? within() : (NARROW[part.value] ?? '[\\s\\S]*?'))
  }
  return parts.map(piece).join('')
}

/** Whether a text is a day that there is. */
function isDay(text: string): boolean {
  const day = new Date(DAY.test(text) ? text : '')
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const WHOLE = /^\d+$/
const DECIMAL = /^\d+(?:\.\d+)?$/
const TIME = /^\d\d:\d\d$/
const GROUPED = /^\d{1,3}(?:,\d{3})+$/
const CODED = /^([-+−]?)([A-Z]{3}) ([\d,]+)(?:\.(\d+))?$/

/** Numbers with commas, and amounts with the code of their currency, as the language writes them. */
function numberOr(language: Language, text: string): string {
  if (GROUPED.test(text)) return numberIn(language, BigInt(text.replaceAll(',', '')))
  const [, sign, currency, whole = '', decimals = ''] = CODED.exec(text) ?? []
  if (currency === undefined || decimals.length !== currencyExponent(currency)) return text
  return `${sign}${amountIn(language, `${whole.replaceAll(',', '')}${decimals}`, currency)}`
}

/** A state as the language calls it; what is none stays as it is. @param of what the record is called, in English */
function stateIn(language: Language, text: string, of: string | null): string {
  const state = isName(text) ? knownState(language, text, of) : text
  return wordOr(language, state) === state ? text : language.say(state)
}

const wordOr = (language: Language, text: string): string => (language.knows(text) ? language.say(text) : text)

/** How a value of several words is taken apart, and what each of them is in a language. */
interface Joined {
  at: RegExp
  type?: Intl.ListFormatType
  one?(language: Language, text: string, of: string | null): string
}

/** Values that the API joins, by their name: they are joined anew. */
export const JOINED: Readonly<Record<string, Joined>> = {
  whom: { at: BETWEEN_NAMES },
  lines: { at: BETWEEN_NAMES, one: (language, text) => (WHOLE.test(text) ? numberIn(language, BigInt(text)) : text) },
  either: { at: / or /, type: 'disjunction' },
  values: { at: /, /, type: 'disjunction' },
  states: { at: / or /, type: 'disjunction', one: stateIn },
  needed: { at: / and / },
  missing: { at: /, /, one: wordOr },
  holds: { at: /, /, one: wordOr },
}

const joined = (language: Language, { at, type, one }: Joined, text: string, of: string | null): string =>
  listIn(
    language,
    text.split(at).map(part => one?.(language, part, of) ?? part),
    type,
  )

/** Says a refusal. @param of what the record is called that it is of, in English; what is not told is not known */
export type Refusal = (english: string, of?: string | null) => string

/** Makes something when it is first asked for. */
function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}

/** Their patterns are made when something begins as they do: all of them would take a phone a second. */
function formsOf(messages: readonly string[]): Form[] {
  const partsOf = (message: string): Parts => new IntlMessageFormat(message, 'en').getAst()
  const within = once(() =>
    messages
      .filter(message => !message.includes('{problem}'))
      .map(message => sourceOf(partsOf(message), () => ''))
      .join('|'),
  )
  return messages
    .filter(message => message.includes('{'))
    .sort((a, b) => fixed(b) - fixed(a))
    .map(message => ({
      message,
      beginning: message.slice(0, message.indexOf('{')),
      ending: message.slice(message.lastIndexOf('}') + 1),
      isPlain: message.split('{').length === 2,
      found: once(() => {
        const names: string[] = []
        return { pattern: new RegExp(`^${sourceOf(partsOf(message), within, names)}$`), names }
      }),
    }))
}

/**
 * Refusals one after the other, each said by itself.
 * @param single says one of them; @param refusal says one or several; @param say of the language
 * @returns undefined where not each of them is known
 */
function eachOf(
  english: string,
  single: (english: string) => string,
  refusal: (english: string) => string,
  say: Language['say'],
): string | undefined {
  for (const between of BETWEEN) {
    for (const { 0: mark, index } of english.matchAll(between)) {
      if (index > LONGEST) break
      const [first, rest] = [english.slice(0, index), english.slice(index + mark.length)]
      const said = single(first)
      if (said === first) continue
      const others = refusal(rest)
      if (others !== rest)
        return mark === '; ' ? say(OF_ONE_FIELD, { problem: said, more: others }) : `${said}${mark}${others}`
      break
    }
  }
  return undefined
}

/**
 * Says refusals in a language.
 * @param messages those that there are
 * @returns takes what the API said; what is none of them stays as it is
 */
export function refusalsIn(language: Language, messages: readonly string[]): Refusal {
  let forms: Form[] | undefined
  const refusal = (english: string, of: string | null = null): string => several(english, of, new Map())
  // What follows the first of several is looked at once, however it is come to.
  const several = (english: string, of: string | null, looked: Map<string, string>): string => {
    if (language.knows(english)) return language.say(english)
    if (english.length > LONGEST_OF_ALL) return english
    const before = looked.get(english)
    if (before !== undefined) return before
    const one = (text: string): string => single(text, of)
    const said = eachOf(english, one, rest => several(rest, of, looked), language.say) ?? one(english)
    looked.set(english, said)
    return said
  }
  const single = (english: string, of: string | null): string => {
    if (language.knows(english)) return language.say(english)
    forms ??= formsOf(messages)
    for (const { message, beginning, ending, isPlain, found: form } of forms) {
      if (!english.startsWith(beginning) || !english.endsWith(ending)) continue
      if (!isPlain && english.length > LONGEST) continue
      const { pattern, names } = form()
      const found = pattern.exec(english)
      if (found !== null && language.knows(message)) return language.say(message, valuesOf(message, names, found, of))
    }
    return english
  }
  const sayValue = (name: string, text: string, of: string | null): string | number => {
    if (name === 'count') return Number(text.replaceAll(',', ''))
    if (name === 'problem') return refusal(text, of)
    if (JOINED[name] !== undefined) return joined(language, JOINED[name], text, of)
    if ((name === 'label' || name === 'record') && language.knows(text)) return language.say(text)
    if (name === 'kind' || name === 'channel') return wordsOfName(language.say, text)
    if (name === 'seconds' && DECIMAL.test(text)) return numberIn(language, Number(text), 3)
    if (name === 'local_time' && TIME.test(text)) return timeIn(language, text)
    if (name === 'was' && !isDay(text)) return stateIn(language, text, of)
    if (VERBATIM.has(name)) return text
    return isDay(text) ? dateIn(language, text) : numberOr(language, text)
  }
  const valuesOf = (
    message: string,
    names: readonly string[],
    [, ...found]: RegExpExecArray,
    of: string | null,
  ): Values => {
    const values: Record<string, string | number> = {}
    const record = found[names.indexOf('record')] ?? OF[message] ?? of
    for (const [at, name] of names.entries()) {
      const text = found[at]
      if (text === undefined || name in values) continue
      const isState = name === 'status' || name === 'state'
      values[name] = isState ? language.say(knownState(language, text, record)) : sayValue(name, text, record)
    }
    return values
  }
  return refusal
}
