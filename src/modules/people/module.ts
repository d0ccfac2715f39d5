/** People and families. */

import { module } from '../../resource/module.ts'
import { directory } from './directory.ts'
import { duplicatesView, keepApart, refreshDuplicates } from './duplicates.ts'
import { families } from './families.ts'
import { historyView, moreView } from './history-view.ts'
import { householdCounts, labels } from './labels.ts'
import { mergePeople } from './merge.ts'
import { mergeCounts } from './merge-counts.ts'
import { namesView } from './names-view.ts'
import { people } from './people.ts'
import { removePerson, restorePerson } from './remove.ts'
import { addTag, personTags, removeTag, tagAdded, tagRemoved } from './tags.ts'
import { tagsView } from './tags-view.ts'
import { takeBackFamilies, takeBackPeople } from './take-back.ts'
import { updateFamily } from './update-family.ts'

const COMPARED = 'made anew from the people themselves'

import { homePeople } from './home.ts'

export const peopleModule = module({
  name: 'core',
  title: 'People',
  core: true,
  resources: [people, families],
  actions: [removePerson, restorePerson, addTag, removeTag, mergePeople, keepApart, refreshDuplicates, updateFamily],
  takesBack: [takeBackPeople, takeBackFamilies],
  events: [tagAdded, tagRemoved],
  views: [
    namesView,
    tagsView,
    duplicatesView,
    mergeCounts,
    historyView,
    moreView,
    homePeople,
    householdCounts,
    directory,
    labels,
  ],
  namesPeople: {
    moved: [personTags],
    stays: [
      { table: 'people', columns: ['merged_into_id'], because: 'the merge itself keeps it true' },
      { table: 'person_history', columns: ['person_id', 'other_id'], because: 'it tells of each record' },
      { table: 'not_duplicates', columns: ['person_id', 'other_id'], because: 'it was said of these records' },
      { table: 'likely_duplicates', columns: ['person_id', 'other_id'], because: COMPARED },
      { table: 'compared_keys', columns: ['person_id'], because: COMPARED },
      { table: 'compared_people', columns: ['person_id'], because: COMPARED },
    ],
  },
})
