/** What a column of somebody's own file is called, to people. */
import { fold } from '../lib/fold.ts'
import { msg, type Say } from '../texts/language.ts'

/**
 * As the file calls it, and behind it what it was taken for, where that is another word.
 * @param titles of the file: several where they are joined, none where it has no such column
 * @param label what we call it
 */
export function ownColumn(say: Say, titles: readonly string[] | undefined, label: string): string {
  const title = titles?.join(' + ') ?? ''
  if (title === '' || fold(title) === fold(label)) return label
  return say(OWN_COLUMN, { title, label })
}

const OWN_COLUMN = msg('“{title}” ({label})')
