/** Merge tags: `{first_name}` and the like, replaced for each person (spec, Messages, rule 3; decisions, Messages). */
import { because } from '../../texts/because.ts'

export const MERGE_TAGS = [
  'first_name',
  'last_name',
  'full_name',
  'title',
  'member_no',
  'email',
  'phone',
  'church_name',
  'branch_name',
] as const

/** What the tags stand for; what is missing or null is an empty text. */
type TagValues = Partial<Record<(typeof MERGE_TAGS)[number], string | null>>

const TAG = /\{(\w+)\}/g

/** What is wrong with the tags of a text, as a sentence about its field; undefined where nothing is. */
export function tagProblem(text: string): string | undefined {
  const names = [...text.matchAll(TAG)].map(([, name = '']) => name)
  const strangers = [...new Set(names.filter(name => !(MERGE_TAGS as readonly string[]).includes(name)))]
  if (strangers.length === 0) return undefined
  const known = MERGE_TAGS.map(name => `{${name}}`).join(', ')
  return because('has no tag {strangers}; there are {known}', {
    strangers: strangers.map(name => `{${name}}`).join(', '),
    known,
  })
}

/** The text with its tags replaced, once: a name that looks like a tag stays as it is. */
export const fillTags = (text: string, values: TagValues): string =>
  text.replace(TAG, (_, name: keyof TagValues) => values[name] ?? '')
