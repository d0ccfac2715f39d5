/** What whoever looks after a child has to know at a glance. */
import type { ChildNotes } from '../../../src/modules/child-details/children-of-group.ts'
import { listed } from '../formats/lists.ts'
import { t } from '../texts/t.ts'

/** Peanuts, no photos; empty where nothing is to be known. */
export const childNotes = ({ label_note, photo_ok }: ChildNotes): string =>
  listed([...(label_note ? [label_note] : []), ...(photo_ok === false ? [t('no photos')] : [])])
