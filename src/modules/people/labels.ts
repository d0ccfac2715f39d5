/** Address labels by family, and how many there would be. */

import { Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { LABEL_FORMATS, LABEL_SHEETS, type LabelFormat, labelsIn, labelsOn } from '../../paper/label-sheets.ts'
import { type Label, labelsPdf } from '../../paper/labels.ts'
import { view } from '../../resource/action.ts'
import { pdfFile } from '../../resource/made-file.ts'
import { READERS, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import type { Say } from '../../texts/language.ts'
import { languageFor } from '../../texts/spoken.ts'
import { type Household, households } from './households.ts'
import { addressOf, salutationOf } from './salutation.ts'

/** Which people: those of the list under these filters. */
export const filterField = field
  .text(2_000)
  .settable()
  .doc('Filters of the list of people, as in its address: status=member&branch_id=2')

/** What the page of labels says before they are printed. */
export interface HouseholdCounts {
  households: number
  people: number
  /** Households that labels can be printed for. */
  with_address: number
  /** The sheet that is usual in the country. */
  format: LabelFormat
}

export const householdCounts = view({
  name: 'households',
  may: within(READERS),
  fields: { filter: filterField },
  async run({ read, clock }, caller, { filter = '' }): Promise<HouseholdCounts> {
    const counts = { households: 0, people: 0, with_address: 0, format: labelsIn(caller.church.country) }
    for await (const batch of await households(read, caller, filter, clock.now())) {
      counts.households += batch.length
      counts.people += batch.reduce((sum, { members }) => sum + members.length, 0)
      counts.with_address += batch.filter(one => addressOf(one) !== undefined).length
    }
    return counts
  },
})

/** Whoever has no address gets no label. */
async function* labelsOf(batches: AsyncIterable<readonly Household[]>, say: Say): AsyncGenerator<Label[]> {
  for await (const batch of batches) {
    yield batch.flatMap(household => {
      const lines = addressOf(household)
      return lines === undefined ? [] : [{ name: salutationOf(household, say), lines }]
    })
  }
}

export const labels = view({
  name: 'labels',
  may: within(READERS),
  fields: {
    filter: filterField,
    format: field
      .oneOf(LABEL_FORMATS)
      .settable()
      .doc("The sheet, by its number; what is usual in the church's country, unless said"),
    start: field.integer(1, 30).settable().doc('The first label to print on: those before it are used up'),
  },
  async run({ read, clock }, caller, { filter = '', format = labelsIn(caller.church.country), start = 1 }) {
    const sheet = LABEL_SHEETS[format]
    const problems = new Problems()
    if (start > labelsOn(sheet))
      problems.add('start', because('must be at most {most} on {format}', { most: labelsOn(sheet), format }))
    problems.throwIfAny()
    const { locale, say } = languageFor(caller.church)
    const all = await households(read, caller, filter, clock.now())
    const title = say('Labels of {church}', { church: caller.church.name })
    const pieces = labelsPdf({ title, language: locale, sheet, start }, labelsOf(all, say))
    return pdfFile(`labels-${today(clock.now(), caller.church.timezone)}`, pieces)
  },
})
