/**
 * The Markdown of the guide: which sections a chapter has, and what they are called in addresses. English names them; a
 * translation has the same sections in the same order, so it has no names of its own to keep.
 */
import { createHash } from 'node:crypto'
import { slugify } from '../lib/slug.ts'

/** A heading with what stands below it, up to the next. */
export interface GuideSection {
  level: number
  heading: string
  text: string
}

const HEADING = /^(#{1,6}) +(.+?) *$/

/** What a translation was made of: the last line of its file. */
const MADE_OF = /^<!-- English: ([0-9a-f ]*) -->\n?$/m

/** The sections of a chapter, in their order; what stands before the first heading is in none. */
export function sectionsOf(markdown: string): GuideSection[] {
  const sections: GuideSection[] = []
  for (const line of markdown.replace(MADE_OF, '').split('\n')) {
    const [, marks = '', heading = ''] = HEADING.exec(line) ?? []
    const open = sections.at(-1)
    if (marks !== '') sections.push({ level: marks.length, heading, text: '' })
    else if (open !== undefined) open.text += `${line}\n`
  }
  return sections
}

/** What the sections are called in addresses: `#call-the-roll`. @param english the chapter in English */
export const idsOf = (english: string): string[] => sectionsOf(english).map(({ heading }) => slugify(heading))

/** A fingerprint of each English section: another one where a word of it is another. Lines may be broken elsewhere. */
export const fingerprintsOf = (english: string): string[] =>
  sectionsOf(english).map(({ heading, text }) =>
    createHash('sha256').update(`${heading}\n${text}`.trim().replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 6),
  )

/** The fingerprints of the English that a translation was made of. */
export const madeOf = (translation: string): string[] =>
  MADE_OF.exec(translation)?.[1]?.split(' ').filter(Boolean) ?? []

/** A translation that says what English it was made of. */
export const markedAsMadeOf = (translation: string, english: string): string =>
  `${translation.replace(MADE_OF, '').trimEnd()}\n\n<!-- English: ${fingerprintsOf(english).join(' ')} -->\n`

/** English headings of the sections that changed since a translation was made, or that it was not made of. */
export function changedSince(translation: string, english: string): string[] {
  const before = madeOf(translation)
  const now = fingerprintsOf(english)
  if (before.length === now.length) {
    return sectionsOf(english).flatMap(({ heading }, at) => (before[at] === now[at] ? [] : [heading]))
  }
  return sectionsOf(english).flatMap(({ heading }, at) => (before.includes(now[at] ?? '') ? [] : [heading]))
}
